// Looks at a page of the report in Chromium: node browser.mjs PAGE SCREENSHOTS. Needs axe-core and
// puppeteer-core (npm) and Debian's chromium. Every view, narrow and wide, light and dark: nothing on the
// console, every chart drawn, nothing that axe-core finds, nothing wider than the window. Prints what is
// wrong; exit 1 if something is.
import {mkdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

const require = createRequire(resolve('package.json'));
const puppeteer = require('puppeteer-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const [page, folder] = process.argv.slice(2);
mkdirSync(folder, {recursive: true});
const browser = await puppeteer.launch({executablePath: '/usr/bin/chromium', args: ['--no-sandbox']});
let wrong = 0;
const complain = (...words) => {
  console.log(...words);
  ++wrong;
};

for (const theme of ['light', 'dark'])
  for (const width of [400, 800, 1600]) {
    const tab = await browser.newPage();
    tab.on('console', (message) => complain('console:', message.text()));
    tab.on('pageerror', (error) => complain('error:', error.message));
    await tab.setViewport({width, height: Number(process.argv[4] ?? 1000)});
    await tab.emulateMediaFeatures([{name: 'prefers-color-scheme', value: theme}]);
    const url = pathToFileURL(resolve(page)).href, begin = Date.now();
    await tab.goto(url, {waitUntil: 'load'});
    if (width === 1600) console.log(theme, 'loaded after', Date.now() - begin, 'ms');
    if (width === 800) await tab.evaluate(axe);
    const views = await tab.$$eval(
        '.view', (all) => all.map((view) => view.id).filter((id) => !id.startsWith('plugin-')));
    const plugin = await tab.$eval('.view.plugin', (view) => view.id).catch(() => null);
    for (const view of [...views, ...(plugin ? [plugin] : [])]) {
      const where = [theme, width, view].join(' ');
      await tab.evaluate((id) => {
        location.hash = id;
      }, view);
      await new Promise((done) => setTimeout(done, 400));
      const state = await tab.evaluate(
          () => ({
            shown: [...document.querySelectorAll('.view')].filter((v) => v.offsetParent).map((v) => v.id),
            empty: [...document.querySelectorAll('.view.current .chart')]
                       .filter((c) => !c.querySelector('svg .mark-symbol, svg .mark-rect'))
                       .length,
            wide: document.documentElement.scrollWidth - innerWidth,
          }));
      if (state.shown.join() !== view) complain(where, 'shows', state.shown);
      if (state.empty) complain(where, state.empty, 'charts are not drawn');
      if (state.wide > 0) complain(where, 'is wider than the window by', state.wide);
      // What axe-core finds depends on the colours, not on the width.
      const found = width !== 800 ? [] : await tab.evaluate(async () => {
        const run = await window.axe.run({exclude: [['.view:not(.current)']]}, {resultTypes: ['violations']});
        return run.violations.map((v) => `${v.id}, ${v.nodes.length}: ${v.nodes[0].html.slice(0, 160)}`);
      });
      for (const violation of found) complain(where, 'axe:', violation);
      await tab.screenshot({path: `${folder}/${view}-${width}-${theme}.png`, fullPage: false});
    }
    await tab.close();
  }
await browser.close();
console.log(wrong ? wrong + ' things are wrong' : 'nothing is wrong');
process.exit(wrong ? 1 : 0);
