// Pages with planted faults, and the words that must be reported for each.
const page = body => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>page</title><link rel="icon" href="data:,">
<style>body{margin:0;overflow-wrap:anywhere}</style></head><body><main id="main-content"><article><h1>Page</h1>${body}</article></main></body></html>`;
const still = '<div class="rotview-stage" role="img" aria-label="A box."><div class="rotview-panel"><svg viewBox="-1 -1 2 2" width="90" height="90"><g>';

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
  '/typed-dead.html': page('<div class="typed" hidden><script type="application/json">{}</script></div>'),
  '/viewer-dead.html': page(`<div class="rotview">${still}<polygon points="0,0 1,0 0,1"/></g></svg></div></div></div>`),
  '/viewer-frozen.html': page(`<div class="rotview rotview-live">${still}</g></svg></div></div><button class="rotview-play">Play</button>
<input type="range" aria-label="Time"></div><script>document.querySelector('.rotview-stage').tabIndex = 0</script>`),
};

export const EXPECTED = [
  ['/console.html', /console error: planted/],
  ['/script.html', /script error/],
  ['/outside.html', /request off the site/],
  ['/missing.html', /HTTP 404/],
  ['/missing.html', /broken image/],
  ['/untypeset.html', /not typeset/],
  ['/math-error.html', /mathematics in error/],
  ['/raw.html', /mathematics left as source/],
  ['/raw.html', /role left as source/],
  ['/raw.html', /table left as source/],
  ['/wide.html', /\[desktop\] horizontal scroll/],
  ['/wide.html', /\[desktop\] wider than the page/],
  ['/phone.html', /\[phone\] wider than the page/],
  ['/alt.html', /without alt text/],
  ['/alt.html', /axe critical image-alt/],
  ['/ids.html', /doubled id/],
  ['/dead.html', /dead link: \/gone.html/],
  ['/dead.html', /dead anchor/],
  ['/dead.html', /dead link: \/drowned.html/],
  ['/contrast.html', /\[desktop\] axe serious color-contrast/],
  ['/dark.html', /\[dark\] axe serious color-contrast/],
  ['/typed-dead.html', /cell to type into: not started/],
  ['/viewer-dead.html', /viewer 1: not started/],
  ['/viewer-frozen.html', /does not play/],
  ['/viewer-frozen.html', /does not scrub/],
  ['/viewer-frozen.html', /does not turn by keyboard/],
  ['/viewer-frozen.html', /does not turn by dragging/],
  ['/viewer-frozen.html', /\[no script\] viewer 1: no still picture/],
];
