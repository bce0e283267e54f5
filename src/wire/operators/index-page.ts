/** A list of the operators' addresses, for a browser. */
export const indexPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Norn, for operators</title>
<main>
<h1>Norn, for operators</h1>
<ul>
<li><a href="metrics">/metrics</a>: measurements, for Prometheus</li>
<li><a href="healthz">/healthz</a>: 200 while the process answers</li>
<li><a href="readyz">/readyz</a>: 200 while it can serve, else 503 with the reason</li>
</ul>
</main>
</html>
`
