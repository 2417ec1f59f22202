// Compiles the packages of a site by its own Python: node compile.mjs SITE RUNTIME COMPILED.PY CALL
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [given, runtime, program, call] = process.argv.slice(2);
const site = resolve(given);
const { loadPyodide } = await import(pathToFileURL(`${site}/${runtime}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${site}/${runtime}/` });
python.FS.mkdirTree("/site");
python.mountNodeFS("/site", site);
python.runPython("import warnings\nwarnings.simplefilter('ignore')");
python.runPython(readFileSync(program, "utf8"));
python.runPython(call);
