// Looks what a page holds, and fetches the view only where there is something to show.
// SITE is put before this text when the pages are built.

(() => {
  const base = new URL(".", document.currentScript.src).href;
  const site = { ...SITE, base };
  let loading = null;

  const load = () => {
    loading ??= new Promise((done, fail) => {
      const script = document.createElement("script");
      script.src = new URL(site.bundle, base);
      script.onload = () => done(window.onoTutor);
      script.onerror = () => {
        loading = null;
        fail(new Error(site.words.noBundle));
      };
      document.head.append(script);
    });
    return loading;
  };

  const style = () => {
    if (document.querySelector("link[data-ono-view]")) return;
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: new URL(site.sheet, base) });
    link.dataset.onoView = "";
    document.head.append(link);
  };

  const press = async (button) => {
    style();
    try {
      (await load()).toggleTry(button, site);
    } catch (error) {
      button.nextElementSibling.textContent = error.message;
    }
  };

  const begin = () => {
    for (const button of document.querySelectorAll("button[data-ono-try]")) {
      button.hidden = false;
      button.addEventListener("click", () => press(button));
    }
    const puzzles = document.querySelectorAll("[data-ono-puzzle]");
    const practice = document.querySelector("[data-ono-practice]");
    const lesson = document.querySelector("[data-ono-lesson]");
    if (!puzzles.length && !practice && !lesson) return;
    style();
    load().then((ono) => {
      for (const home of puzzles) ono.showPuzzle(home);
      if (practice) ono.showPractice(practice, site);
      if (lesson) ono.showLesson(lesson, site);
    }, (error) => practice && practice.querySelector("[data-part=error]").append(error.message));
  };

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
