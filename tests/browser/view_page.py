"""The view on a page of its own, with a small model that keeps what is sent."""

from playwright.sync_api import Locator, Page

from ono_tutor.render.bundle import MODULES, SHEETS, joined_style, module

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The view</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>{style}</style>
<style>body {{ margin: 0; padding: 8px; color-scheme: light dark; background: Canvas; color: CanvasText; }}</style></head>
<body><main><h1 style="font: 1rem system-ui">A table</h1><div id="one"></div><div id="two"></div></main></body></html>"""

MODEL = """class Model {
  constructor(traits) { Object.assign(this, {traits, heard: [], sent: []}); }
  get(name) { return this.traits[name]; }
  on(event, callback) { this.heard.push([event, callback]); }
  off(event, callback) { this.heard = this.heard.filter(([e, c]) => e !== event || c !== callback); }
  send(message) { this.sent.push(structuredClone(message)); }
  set(traits) {
    Object.assign(this.traits, structuredClone(traits));
    for (const name of Object.keys(traits))
      for (const [event, callback] of [...this.heard]) if (event === `change:${name}`) callback();
  }
}"""

OPEN = """async ([kind, code, given]) => {
  window.Model = new Function(`return ${kind}`)();
  const address = URL.createObjectURL(new Blob([code], {type: "text/javascript"}));
  window.view = await import(address);
  window.model = new Model(given);
  window.close_one = view.mount(document.querySelector("#one"), model);
}"""


class ViewPage:
    """One view, drawn; ``set`` is what Python does, ``sent`` what Python hears."""

    def __init__(self, page: Page, **traits: object) -> None:
        self.page = page
        page.set_content(PAGE.format(style=joined_style(SHEETS)))
        page.evaluate(OPEN, [MODEL, module(MODULES), traits])

    @property
    def table(self) -> Locator:
        """The table."""
        return self.page.locator("#one > .ono-table")

    @property
    def told(self) -> Locator:
        """The live region."""
        return self.table.locator("[aria-live]")

    def set(self, **traits: object) -> None:
        """Change traits at once and wait until they are drawn."""
        self.page.evaluate("traits => model.set(traits)", traits)
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(done))")

    def sent(self) -> list[dict[str, object]]:
        """Every message so far."""
        return self.page.evaluate("model.sent")

    def button(self, name: str) -> Locator:
        """A button by its exact name."""
        return self.table.get_by_role("button", name=name, exact=True)
