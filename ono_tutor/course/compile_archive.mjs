// Compiles the modules in archives of a site by its own Python:
// node compile_archive.mjs SITE PROGRAM ARCHIVE…, where the program defines compile_archive
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [given, program, ...archives] = process.argv.slice(2);
const site = resolve(given);
const { loadPyodide } = await import(pathToFileURL(`${site}/pyodide/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${site}/pyodide/` });
python.FS.mkdirTree("/site");
python.mountNodeFS("/site", site);
python.runPython("import warnings\nwarnings.simplefilter('ignore')");
python.runPython(program);
for (const archive of archives) python.globals.get("compile_archive")(python.pyimport("pathlib").Path(`/site/${archive}`));
