#!/usr/bin/env node
'use strict'
// Starts Norn with any Node.js from 16 on, by handing over to a newer one if needed (node.cjs). Syntax and APIs:
// Node.js 16.

const { existsSync, readFileSync } = require('node:fs')
const { enableCompileCache } = require('node:module')
const { dirname, join } = require('node:path')
const { pathToFileURL } = require('node:url')
const { fail, findNode, handOver, isNewEnough } = require('./node.cjs')

const root = dirname(__dirname)
const modules = join(root, 'node_modules')
/**
 * The young generation may take 3 x 8 MB. By default, Node.js 24 allows more than 100 MB without saving time here.
 */
const smallHeap = '--max-semi-space-size=8'
/** The argv[0] of a Node.js process that this file started. */
const handedOver = 'norn'

/**
 * Returns the entry point: the sources in a checkout, so that there is no build to wait for or to forget; the
 * compiled files in a package, because Node.js strips no types below node_modules.
 */
function entry() {
  const sources = join(root, 'src', 'main.ts')
  if (existsSync(sources)) {
    keepCompiled()
    return sources
  }
  const here = `${process.platform}-${process.arch}`
  const madeOn = readFileSync(join(root, 'dist', 'platform'), 'utf8')
  if (madeOn !== here) {
    fail(`this package was made on ${madeOn}, this is ${here}; run "npm pack" on a machine like this one`)
  }
  return join(root, 'dist', 'main.js')
}

/**
 * Keeps stripped types on disk, so that not every start strips them again. The service's threads and processes read
 * the setting from the environment.
 */
function keepCompiled() {
  if (!existsSync(modules)) return
  process.env.NODE_COMPILE_CACHE ??= join(modules, '.cache', 'compiled')
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
}

function explain(error) {
  fail(
    error.code === 'ERR_MODULE_NOT_FOUND' && !existsSync(modules)
      ? `its packages are not installed; run "npm ci" in ${root}`
      : error.stack,
  )
}

if (isNewEnough(process.version)) {
  if (process.argv0 === handedOver && process.channel) {
    process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
    process.channel.unref()
  }
  import(pathToFileURL(entry()).href).catch(explain)
} else {
  const node = findNode()
  handOver(
    node,
    [smallHeap, __filename, ...process.argv.slice(2)],
    // The channel has no messages: it closes when this process is killed, which ends the child.
    { argv0: handedOver, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
    (error) => `${node} cannot be run (${error.message}); run "npm ci" again`,
  )
}
