// Pages with planted faults, and the words that must be reported for each.
const page = body => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>page</title><link rel="icon" href="data:,">
<style>body{margin:0;overflow-wrap:anywhere}</style></head><body><main id="main-content"><article><h1>Page</h1>${body}</article></main></body></html>`;
const still = '<div class="rotview-stage" role="img" aria-label="A box."><div class="rotview-panel"><svg viewBox="-1 -1 2 2" width="90" height="90"><g>';

const row = (...cells) => `<tr>${cells.map(c => `<td>${c}</td>`).join('')}</tr>`;
const picture = fill => `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='20' height='9'%3E%3Crect width='20' height='9' fill='${fill}'/%3E%3C/svg%3E`;

const late = (style, rules = '') => `${rules}<p id="pushed" style="height:300px">pushed</p><script>requestAnimationFrame(() => requestAnimationFrame(() => pushed.insertAdjacentHTML('beforebegin', '<div class="late" style="${style}"></div>')))</script>`;

export const FAULTY = {
  '/sound.html': page('<p>All is well, and <code>{ref}</code> is quoted. <a href="sound.html#here">Here</a></p><p id="here">Here.</p>'),
  '/console.html': page('<script>console.error("planted")</script>'),
  '/script.html': page('<script>undefined.planted</script>'),
  '/outside.html': page('<img alt="far away" src="http://127.0.0.1:9/x.png">'),
  '/missing.html': page('<img alt="not there" src="nothing.png">'),
  '/untypeset.html': page('<span class="math">\\(x^2\\)</span>'),
  '/math-error.html': page('<span class="math"><mjx-container role="img" aria-label="x"><mjx-merror data-mjx-error="planted">x</mjx-merror></mjx-container></span>'),
  '/raw.html': page('<p>The rate $\\omega$ is given.</p><p>See {ref}`nowhere`.</p><p>| a | b | | — | — | | 1 | 2 |</p>'),
  '/wide.html': page('<div style="width:3000px;height:9px">wide</div>'),
  '/phone.html': page('<div style="width:700px;height:9px">wide on a phone only</div>'),
  '/alt.html': page('<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">'),
  '/ids.html': page('<p id="twice">a</p><p id="twice">b</p>'),
  '/dead.html': page('<p><a href="gone.html">gone</a> <a href="sound.html#gone">anchor</a></p><svg aria-label="a map"><a href="drowned.html"><text>x</text></a></svg>'),
  '/contrast.html': page('<p style="color:#bbb;background:#fff">hard to read</p>'),
  '/dark.html': page('<style>@media (prefers-color-scheme: dark){p{color:#333;background:#222}}</style><p>hard to read in the dark</p>'),
  '/cut-code.html': page(`<pre style="overflow-x:auto">${'x = '.repeat(400)}</pre>`),
  '/cut-maths.html': page(`<mjx-container display="true" style="display:block;overflow-x:auto"><span style="white-space:nowrap">${'x + '.repeat(400)}</span></mjx-container>`),
  '/cut-phone.html': page(`<div class="math" style="overflow-x:auto"><mjx-container><span style="display:inline-block;width:600px">x</span></mjx-container></div>`),
  '/cut-inline.html': page('<p>so <mjx-container style="display:inline-block;max-width:100%;overflow-x:auto"><mjx-math style="display:inline-block;width:600px">x</mjx-math></mjx-container></p>'),
  '/faded.html': page('<p>so <mjx-container class="more-right" style="display:inline-block"><mjx-math>x</mjx-math></mjx-container></p>'),
  '/cut-table.html': page(`<div class="table-wrapper" style="overflow-x:auto"><table style="width:1100px">${row('a', 'b')}</table></div>`),
  '/sound-cut.html': page(`<div class="table-wrapper" style="overflow-x:auto;-webkit-mask-image:linear-gradient(#000,#000);mask-image:linear-gradient(#000,#000)"><table style="width:1100px">${row('a', 'b')}</table></div>`),
  '/tower.html': page(`<table style="table-layout:fixed;width:300px"><col style="width:40px"><col>${row('one and one and one and one and one and one and two', 'b')}</table>`),
  '/unrest.html': page('<p>sways</p><script>let n = 0; (function sway() { document.querySelector("p").style.paddingTop = `${++n % 2}px`; requestAnimationFrame(sway); })();</script>'),
  '/spilled.html': page('<div style="display:grid;grid-template-columns:80px 1fr;white-space:nowrap"><span class="rot-name" style="display:block">a name that is far too long</span><span>2.0</span></div>'),
  '/hollow.html': page(`<table>${row('a', 'b').replace('<tr', '<tr style="height:300px"')}</table>`),
  '/letters.html': page('<figure style="margin:0"><svg role="img" aria-label="x" viewBox="0 0 780 200" width="100%"><text x="9" y="50" font-size="12">small on a phone</text></svg></figure>'),
  '/sound-letters.html': page('<figure style="margin:0"><svg role="img" aria-label="x" viewBox="0 0 390 100" width="100%"><text x="9" y="50" font-size="12">v<tspan font-size="7">2</tspan></text></svg></figure>'),
  '/card.html': page(`<img alt="a card" width="200" height="99" src="${picture('%23fff')}">`),
  '/card-drawn.html': page('<svg role="img" aria-label="x" viewBox="0 0 9 9" width="200"><path d="M0 0h9v9h-9z" fill="#fffdf8"/></svg>'),
  '/card-laid.html': page(`<style>@media (prefers-color-scheme: dark){img{background:#fdfcf8}}</style><img alt="on paper" width="200" height="99" src="${picture('none')}">`),
  '/sound-card.html': page(`<img alt="no card" width="200" height="99" src="${picture('none')}">`),
  '/away.html': page(`<nav class="bd-sidebar-primary" style="position:fixed;top:0;left:0;height:200px;overflow-y:auto">${'<p>a page</p>'.repeat(90)}<ul><li class="current"><a class="current" href="#">here</a></li></ul></nav>`),
  '/shift.html': page(late('height:400px')),
  '/shift-phone.html': page(late('', '<style>@media (max-width: 500px) { .late { height: 400px } }</style>')),
  '/heavy.html': page('<script src="heavy.js"></script>'),
  '/heavy.js': `//${'x'.repeat(1.8e6)}`,
  '/typed-dead.html': page('<div class="typed" hidden><script type="application/json">{}</script></div>'),
  '/viewer-dead.html': page(`<div class="rotview">${still}<polygon points="0,0 1,0 0,1"/></g></svg></div></div></div>`),
  '/viewer-frozen.html': page(`<div class="rotview rotview-live">${still}</g></svg></div></div><button class="rotview-play">Play</button>
<input type="range" aria-label="Time"></div><script>document.querySelector('.rotview-stage').tabIndex = 0</script>`),
};

export const EXPECTED = [
  ['/console.html', /console error: planted/], ['/script.html', /script error/], ['/outside.html', /request off the site/], ['/missing.html', /HTTP 404/],
  ['/missing.html', /broken image/], ['/untypeset.html', /not typeset/], ['/math-error.html', /mathematics in error/], ['/raw.html', /mathematics left as source/],
  ['/raw.html', /role left as source/], ['/raw.html', /table left as source/], ['/wide.html', /\[desktop\] horizontal scroll/],
  ['/wide.html', /\[desktop\] wider than the page/], ['/phone.html', /\[phone\] wider than the page/], ['/alt.html', /without alt text/],
  ['/alt.html', /axe critical image-alt/], ['/ids.html', /doubled id/], ['/dead.html', /dead link: \/gone.html/], ['/dead.html', /dead anchor/],
  ['/dead.html', /dead link: \/drowned.html/], ['/contrast.html', /\[desktop\] axe serious color-contrast/], ['/dark.html', /\[dark\] axe serious color-contrast/],
  ['/cut-code.html', /\[desktop\] code cut/], ['/cut-code.html', /\[phone\] cut without a sign/], ['/cut-maths.html', /\[desktop\] a formula cut/],
  ['/cut-phone.html', /\[phone\] cut without a sign/], ['/cut-inline.html', /\[phone\] cut without a sign/], ['/faded.html', /\[desktop\] fades though it is whole/],
  ['/cut-table.html', /\[phone\] cut without a sign/], ['/tower.html', /squeezed to a tower/], ['/hollow.html', /taller than its text/],
  ['/unrest.html', /\[desktop\] the layout does not rest/], ['/unrest.html', /\[phone\] the layout does not rest/], ['/spilled.html', /runs into its value/],
  ['/letters.html', /\[phone\] letters below 10 px .*6\.0 px/], ['/card.html', /\[dark\] a white card/], ['/card-drawn.html', /\[dark\] a white card/],
  ['/card-laid.html', /\[dark\] a white card/], ['/away.html', /out of view in the contents/], ['/shift.html', /\[desktop\] the layout shifts/],
  ['/shift-phone.html', /\[phone\] the layout shifts/], ['/heavy.html', /loads 1\.80 MB/], ['/typed-dead.html', /cell to type into: not started/],
  ['/viewer-dead.html', /viewer 1: not started/], ['/viewer-frozen.html', /does not play/], ['/viewer-frozen.html', /does not scrub/],
  ['/viewer-frozen.html', /does not turn by keyboard/], ['/viewer-frozen.html', /does not turn by dragging/],
  ['/viewer-frozen.html', /\[no script\] viewer 1: no still picture/],
];
