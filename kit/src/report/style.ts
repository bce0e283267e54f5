/** The style of the page: the system's fonts and colours, light or dark, one column on a phone. */
export const style = `
:root{color-scheme:light dark;--line:#8884;--pass:#2b8a3e;--fail:#c92a2a;--warn:#9c5a00;--quiet:#5c636a}
@media (prefers-color-scheme:dark){:root{--pass:#69db7c;--fail:#ff8787;--warn:#ffc078;--quiet:#adb5bd}}
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
main{max-width:56rem;margin:0 auto;padding:1rem}
h1{font-size:1.4rem;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:2rem 0 .5rem}
.table{overflow-x:auto}
table{border-collapse:collapse;min-width:100%}
th,td{padding:.3rem .6rem;text-align:left;border-bottom:1px solid var(--line)}
td{font-variant-numeric:tabular-nums}
a{color:LinkText}
details{border-bottom:1px solid var(--line);padding:.4rem 0}
summary{cursor:pointer;overflow-wrap:anywhere}
code{font-size:.85rem;color:var(--quiet)}
.result{font-weight:600}
.pass,.strict,.conformant{color:var(--pass)}
.fail,.fails{color:var(--fail)}
.warn,.expected-fail{color:var(--warn)}
.skipped,.not-offered,.not-run{color:var(--quiet)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:.5rem 0}
dt{color:var(--quiet)}
dd{margin:0;overflow-wrap:anywhere}
@media (max-width:40rem){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}}
pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid var(--line);border-radius:.3rem;padding:.6rem;font-size:.85rem;margin:.5rem 0}
`
