// Looks at a report in Chromium: node browser.mjs REPORT SCREENSHOTS, in a folder with axe-core and puppeteer-core. browser.py calls it.
// Each page, in three widths, light and dark: nothing on the console, every chart drawn, nothing that axe-core finds, nothing wider
// than the window. The front page has at most 10,000 letters beside its charts, and sorting works by the keyboard. Links of all pages
// lead to files and elements of the report. Prints what is wrong; exit 1 if something is.
import {existsSync, mkdirSync, readdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

const require = createRequire(resolve('package.json'));
const puppeteer = require('puppeteer-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const [report, folder] = process.argv.slice(2);
mkdirSync(folder, {recursive: true});
const all = readdirSync(report).filter((name) => name.endsWith('.html'));
const plugins = all.filter((name) => name.startsWith('plugin-'));
const pages = [...all.filter((name) => !plugins.includes(name)), ...plugins.slice(0, 1)];
const browser = await puppeteer.launch({executablePath: '/usr/bin/chromium', args: ['--no-sandbox']});
let wrong = 0;
const complain = (...words) => {
  console.log(...words);
  ++wrong;
};

const texts = new Map(all.map((name) => [name, readFileSync(resolve(report, name), 'utf8')]));
for (const [page, text] of texts)
  for (const [, link] of text.matchAll(/<a [^>]*href="([^"]*)"/g)) {
    const [file, id] = link.split('#'), target = file || page;
    if (!existsSync(resolve(report, target)) || (id && !texts.get(target)?.includes(` id="${id}"`)))
      complain(page, 'has a dead link:', link);
  }

for (const theme of ['light', 'dark'])
  for (const width of [390, 1280, 1920]) {
    const tab = await browser.newPage();
    tab.on('console', (message) => complain('console:', message.text()));
    tab.on('pageerror', (error) => complain('error:', error.message));
    await tab.setViewport({width, height: 1000});
    await tab.emulateMediaFeatures([{name: 'prefers-color-scheme', value: theme}]);
    for (const page of pages) {
      const where = [theme, width, page].join(' ');
      await tab.goto(pathToFileURL(resolve(report, page)).href, {waitUntil: 'load'});
      await new Promise((done) => setTimeout(done, 200));
      const state = await tab.evaluate(() => ({
        empty: [...document.querySelectorAll('.chart:not([hidden])')]
                   .filter((c) => !c.querySelector('svg .mark-symbol, svg .mark-rect'))
                   .length,
        wide: document.documentElement.scrollWidth - innerWidth,
        letters: [...document.querySelectorAll('.chart')].reduce(
            (sum, chart) => sum - chart.innerText.replace(/\s+/g, ' ').length,
            document.body.innerText.replace(/\s+/g, ' ').length),
        headings: document.querySelectorAll('h1').length,
      }));
      if (state.empty) complain(where, state.empty, 'charts are not drawn');
      if (state.wide > 0) complain(where, 'is wider than the window by', state.wide);
      if (state.headings !== 1) complain(where, 'has', state.headings, 'main headings');
      if (page === 'index.html' && state.letters > 10000) complain(where, 'has', state.letters, 'letters of text');
      if (page === 'index.html' && width === 1280 && theme === 'light')
        console.log('letters of text on the front page:', state.letters);
      // The findings of axe-core depend on the colours, not on the width.
      if (width !== 1920) {
        await tab.evaluate(axe);
        const found = await tab.evaluate(async () => {
          const run = await window.axe.run(document, {resultTypes: ['violations'], preload: false});
          return run.violations.map((v) => `${v.id}, ${v.nodes.length}: ${v.nodes[0].html.slice(0, 160)}`);
        });
        for (const violation of found) complain(where, 'axe:', violation);
      }
      await tab.screenshot({path: `${folder}/${page}-${width}-${theme}.png`, fullPage: page === 'index.html'});
      if (page !== 'index.html' || width !== 1280) continue;
      const sorted = await tab.evaluate(() => {
        const table = document.querySelector('table.sortable');
        table.querySelector('th:last-child').previousElementSibling.querySelector('.sort').focus();
        return document.activeElement.className === 'sort';
      });
      await tab.keyboard.press('Enter');
      if (!sorted || !await tab.$('th[aria-sort=ascending]')) complain(where, 'is not sorted by the keyboard');
    }
    await tab.close();
  }
await browser.close();
if (!pages.includes('index.html')) complain('there is no front page');
console.log(wrong ? wrong + ' things are wrong' : 'nothing is wrong');
process.exit(wrong ? 1 : 0);
