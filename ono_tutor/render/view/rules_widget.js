// A table's rules in a notebook: the line goes to Python, and the sheet is printed from a frame.

import {showRules} from "./rules.js";

// The notebook around stays off the paper.
function printSheet(sheet, style) {
  const frame = document.createElement("iframe");
  frame.className = "ono-paper";
  frame.style.cssText = "position: fixed; width: 0; height: 0; border: 0";
  frame.setAttribute("aria-hidden", "true");
  frame.onload = () => {
    frame.contentWindow.onafterprint = () => frame.remove();
    frame.contentWindow.print();
  };
  document.querySelector(".ono-paper")?.remove();
  frame.srcdoc = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${document.title}</title>
    <style>${style} @page { margin: 11mm } body { margin: 0; font-family: system-ui, sans-serif } [hidden] { display: none !important }</style>
    ${sheet.outerHTML}</html>`;
  document.body.append(frame);
}

function render({ model, el }) {
  const data = model.get("page");
  el.classList.add("ono-in-notebook");
  const open = showRules(el, data, {
    link: (line) => (model.get("site") ? `${model.get("site")}/your-rules.html#${line}` : ""),
    print: (sheet) => printSheet(sheet, data.style),
    practise: (line) => model.send({ type: "practise", line }),
    chose: (line) => {
      model.set("line", line);
      model.save_changes();
    },
  });
  const start = model.get("line");
  open(start);
  el.querySelector("[data-part=sent]").hidden = true; // nobody sent it: it is what was asked for
  el.querySelector("[data-part=ask]").hidden = false;
  // JupyterLab takes keys for its own commands where nobody has taken them before.
  el.addEventListener("keydown", (event) => event.stopPropagation());
}

export default { render };
