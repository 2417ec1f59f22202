// The cell of an nbgrader notebook that holds a table's answer. JupyterLab and Notebook 7 let a
// widget reach it; elsewhere the learner writes it. What stands in it the kernel decides.

import {isObject, text} from "./dom.js";

const cellNamed = (model, name) =>
  [...(model.widget_manager?.context?.model?.cells ?? [])].find((cell) => {
    const about = cell.getMetadata?.("nbgrader");
    return about?.grade_id === name && about.solution;
  });

// Tells the kernel what the cell holds, now and whenever the kernel asks or has it changed.
export function tendCell(model) {
  const name = text(model.get("scene")?.cell);
  if (!name) return () => {};
  const heard = (message) => {
    const cell = cellNamed(model, name);
    if (cell && isObject(message) && typeof message.source === "string") {
      cell.sharedModel.setSource(message.source);
      cell.outputs?.clear(); // what was said of the cell when it was empty
    }
    model.send({ type: "cell", source: cell ? cell.sharedModel.getSource() : null });
  };
  model.on("msg:custom", heard);
  heard(null);
  return () => model.off("msg:custom", heard);
}
