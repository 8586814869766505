// The page's style sheet. k<number> are the colours of plot.cpp.
#pragma once

namespace kintree::report {

inline constexpr const char* style_sheet = R"(
:root{color-scheme:light dark;--paper:#fcfbf8;--panel:#fff;--ink:#1d2126;--soft:#5d6670;--faint:#e6e3dc;--line:#cfcac0;--grey:#8d949b;
--A:#1f7a5c;--B:#76a83c;--C:#d9a21b;--D:#e2785f;--F:#a81f2b;--none:#c9cdd1;--on-A:#fff;--on-B:#14200a;--on-C:#241a00;--on-D:#2b0800;--on-F:#fff;
--plugin-0:#0072b2;--plugin-1:#d55e00;--plugin-2:#009e73;--plugin-3:#b8578f;--plugin-4:#c78a00;--plugin-5:#41a3dc;--plugin-6:#7c5233}
@media (prefers-color-scheme:dark){:root{--paper:#15181c;--panel:#1b1f24;--ink:#e6e3dc;--soft:#a0a8b0;--faint:#2c3239;--line:#414951;--grey:#7f8890;
--A:#3fae88;--B:#a4cf63;--C:#e8bb44;--D:#e58a70;--F:#f0505c;--none:#4a525a;--on-A:#04150e;--on-B:#14200a;--on-C:#241a00;--on-D:#2b0800;--on-F:#230503;
--plugin-0:#4aa8e8;--plugin-1:#ff8a3d;--plugin-2:#2cc99b;--plugin-3:#e79ac6;--plugin-4:#e6b422;--plugin-5:#a6dcff;--plugin-6:#c4926b}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 Charter,"Bitstream Charter","Iowan Old Style","Palatino Linotype",Palatino,P052,Georgia,serif;
font-variant-numeric:lining-nums}
main{max-width:1200px;margin:0 auto;padding:40px 28px 80px}
p,dl.verdicts{max-width:46em}
h1{font-size:44px;line-height:1.1;font-weight:600;margin:6px 0 10px;letter-spacing:-.01em}
h1.failed{color:var(--F)}h1.passed{color:var(--A)}
h2{font-size:24px;font-weight:600;margin:52px 0 8px;line-height:1.2}
h3{font:600 14px/1.3 system-ui,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",Arial,sans-serif;margin:22px 0 6px}
.kicker,table,figcaption,.legend,.note,nav,dl.run,.figure-title{font-family:system-ui,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",Arial,sans-serif}
.kicker{font-size:13px;color:var(--soft);letter-spacing:.02em}
.lead{font-size:18px;margin:0 0 8px}
.note{font-size:14px;border-left:3px solid var(--C);padding:6px 12px;background:var(--panel);max-width:60em}
nav{font-size:13px;margin-top:14px}nav a{margin-right:14px}
a{color:inherit;text-decoration-color:var(--grey);text-underline-offset:3px}
dl.verdicts{display:grid;grid-template-columns:max-content 1fr;gap:5px 14px;margin:14px 0}
dl.verdicts dd{margin:0}dl.verdicts dt{text-align:center}
dl.run{display:grid;grid-template-columns:max-content 1fr;gap:4px 18px;font-size:14px;margin:8px 0}
dl.run dt{color:var(--soft)}dl.run dd{margin:0;overflow-wrap:anywhere}
.chip{display:inline-block;min-width:1.55em;padding:0 .4em;border-radius:4px;font:600 12px/1.55 system-ui,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif;text-align:center}
.A{background:var(--A);color:var(--on-A)}.B{background:var(--B);color:var(--on-B)}.C{background:var(--C);color:var(--on-C)}.D{background:var(--D);color:var(--on-D)}.F{background:var(--F);color:var(--on-F)}.none{background:var(--none)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:13.5px;line-height:1.35;margin:8px 0}
th,td{padding:4px 12px 4px 0;text-align:left;vertical-align:baseline;white-space:nowrap}
th{font-weight:500;color:var(--soft);border-bottom:1px solid var(--line);vertical-align:bottom}
tbody tr{border-bottom:1px solid var(--faint)}
tbody tr.same{border-bottom-color:transparent}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums lining-nums}
td.zero{color:var(--grey)}
td.plugin{font-weight:600}
.yes{color:var(--A);font-weight:600}.no{color:var(--F);font-weight:600}.soft{color:var(--soft)}
td.wrap{white-space:normal;overflow-wrap:anywhere;min-width:14em}
.side{display:flex;flex-wrap:wrap;gap:0 56px}.side>*{max-width:100%}
.bar{display:flex;width:150px;height:11px;border-radius:3px;overflow:hidden;gap:1px;background:var(--paper)}
.bar i{display:block;min-width:2px}
tr.case{border-bottom:0}tr.case td{padding-top:7px}
tr.detail td{padding:0 0 8px;white-space:normal}
code{font:12px/1.5 ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;user-select:all;-webkit-user-select:all;
overflow-wrap:anywhere;background:var(--panel);border:1px solid var(--faint);border-radius:4px;padding:2px 7px;display:inline-block;max-width:1120px}
.reason{color:var(--F);margin-right:10px}
.panels{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr));gap:18px 22px;align-items:start;margin:10px 0}
.panel{background:var(--panel);border:1px solid var(--faint);border-radius:8px;padding:10px 12px 4px;max-width:680px}
.figure-title{font-size:14px;font-weight:600}
.axis{font-weight:400;color:var(--soft);margin-left:8px}
figure{margin:0}figcaption{font-size:13.5px;line-height:1.5;color:var(--soft);max-width:64em}
.legend{display:flex;flex-wrap:wrap;gap:4px 20px;font-size:13.5px;margin:10px 0}
.legend span{display:inline-flex;align-items:center;gap:6px}
svg.plot{display:block;width:100%;height:auto;font:12px system-ui,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif;overflow:visible}
svg.key{width:15px;height:15px;flex:none}
.plot path[class],.plot line[class]{stroke:currentColor}.plot g[class]{fill:currentColor}
.plot use{opacity:.72}.plot use.k4,.key use{opacity:1}
.k1{color:var(--ink)}.k2{color:var(--faint)}.k3{color:var(--grey)}.k4{color:var(--F)}.k5{color:var(--line)}.plot use.k2{color:var(--grey);opacity:.5}
.k10{color:var(--plugin-0)}.k11{color:var(--plugin-1)}.k12{color:var(--plugin-2)}.k13{color:var(--plugin-3)}.k14{color:var(--plugin-4)}.k15{color:var(--plugin-5)}.k16{color:var(--plugin-6)}
@media (max-width:700px){main{padding:22px 14px 50px}h1{font-size:32px}}
@media print{:root{color-scheme:light}h2{break-after:avoid}.panel,tr{break-inside:avoid}}
)";

}  // namespace kintree::report
