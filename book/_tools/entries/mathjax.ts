import { mathjax } from "mathjax-full/ts/mathjax";
import { TeX } from "mathjax-full/ts/input/tex";
import { CHTML } from "mathjax-full/ts/output/chtml";
import { browserAdaptor } from "mathjax-full/ts/adaptors/browserAdaptor";
import { RegisterHTMLHandler } from "mathjax-full/ts/handlers/html";
import { AssistiveMmlHandler } from "mathjax-full/ts/a11y/assistive-mml";
import "mathjax-full/ts/input/tex/base/BaseConfiguration";
import "mathjax-full/ts/input/tex/ams/AmsConfiguration";
import "mathjax-full/ts/input/tex/boldsymbol/BoldsymbolConfiguration";

const page = window as any;
const { tex = {}, chtml = {}, options = {} } = page.MathJax ?? {};
const here = (document.currentScript as HTMLScriptElement).src;
AssistiveMmlHandler(RegisterHTMLHandler(browserAdaptor()));
const output = new CHTML({ fontURL: new URL("../mathjax", here).href, ...chtml });
// The rules of all kinds of formulas at once: one that comes with a later formula moves those that are set already.
for (const kind of output.factory.getKinds()) output.wrapperUsage.add(kind);
const set = mathjax.document(document, {
  ...options,
  InputJax: new TeX({ packages: ["base", "ams", "boldsymbol"], ...tex }),
  OutputJax: output,
});
const PIECE = 50, formulas = [...document.querySelectorAll(".math")];
const far = (e: Element) => e.getBoundingClientRect().top > 2 * innerHeight;
const typeset = (elements: Element[]) => {
  if (!elements.length) return;
  set.options.elements = elements;
  set.clear();
  set.render();
};
const seen = location.hash ? -1 : formulas.findIndex(far);
typeset(formulas.splice(0, seen < 0 ? formulas.length : seen));
const promise = new Promise<void>(done => (function go() {
  if (!formulas.length) return done();
  setTimeout(() => { typeset(formulas.splice(0, PIECE)); go(); });
})());
page.MathJax = { startup: { promise, document: set } };
