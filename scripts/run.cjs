// Runs a program as the scripts of package.json do: `node scripts/run.cjs PROGRAM ARGUMENT …`. The first `node` of its
// PATH is one that Norn runs on; the one that npm runs on may be older, and npm 10 does not link the packaged one.
// Syntax and APIs: Node.js 16.
'use strict'
const { delimiter, dirname, join } = require('node:path')
const { findNode, handOver, packaged } = require('../bin/node.cjs')

const [program, ...line] = process.argv.slice(2)
const installed = join(__dirname, '..', 'node_modules', '.bin')
const path = [installed, dirname(findNode()), process.env.PATH].join(delimiter)

// NODE_ENV=production and --omit=dev leave them out, and then a script may fail on whatever it misses first.
process.on('exit', (status) => {
  if (status === 0 || packaged('typescript', '') !== undefined) return
  process.stderr.write('norn: packages for development are not installed; run "npm ci --include=dev"\n')
})
handOver(
  program,
  line,
  { stdio: 'inherit', env: { ...process.env, PATH: path } },
  (error) => `${program} cannot be run (${error.message})`,
)
