// The worker: plain Python for the browser, with our wheel, from the site's own files.

let bridge = null;
let bytes = 0;
let step = "runtime";
let told = 0;

const say = (message) => self.postMessage(message);
const tell = () => say({ progress: { bytes, step } });

// Counts what is fetched, so that the page can show how far it is.
const plainFetch = self.fetch.bind(self);
self.fetch = async (...asked) => {
  const answer = await plainFetch(...asked);
  if (!answer.ok || !answer.body) return answer;
  const count = new TransformStream({
    transform(chunk, out) {
      bytes += chunk.byteLength;
      if (bytes - told > 250000) {
        told = bytes;
        tell();
      }
      out.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = answer;
  return new Response(answer.body.pipeThrough(count), { status, statusText, headers });
};

// The last line of a Python traceback names the cause.
const causeOf = (error) => String(error?.message ?? error).trim().split("\n").at(-1);

async function start({ wheel }) {
  tell();
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", self.location.href).href);
  const indexURL = new URL("pyodide/", self.location.href).href;
  const fetched = fetchWheel(wheel);
  fetched.catch(() => {});
  const python = await loadPyodide({ indexURL });
  python.unpackArchive(await fetched, "wheel");
  step = "rules";
  tell();
  const { PageBridge } = python.pyimport("ono_tutor.widgets.page_bridge");
  bridge = PageBridge((line) => say({ line }));
}

async function fetchWheel(wheel) {
  const answer = await fetch(new URL(wheel, self.location.href));
  if (!answer.ok) throw new Error(`${wheel}: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

self.onmessage = async ({ data }) => {
  if (data.start) {
    try {
      await start(data.start);
      say({ ready: true });
    } catch (error) {
      say({ failed: causeOf(error) });
    }
    return;
  }
  try {
    bridge.receive(data.line);
  } catch (error) {
    say({ lost: { table: JSON.parse(data.line).table, cause: causeOf(error) } });
  }
};
