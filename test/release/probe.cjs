// Runs inside an image, on its Node.js: serves, creates an account in a second process, signs in, runs the health
// check, and tries to write. Each process has the environment of the image and nothing else. Its argument is the
// image's config.
'use strict'
const { spawn, spawnSync } = require('node:child_process')
const { once } = require('node:events')

const config = JSON.parse(process.argv[1])
const env = Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s, 2)))
const [node, ...line] = config.Entrypoint
const [, checker, ...check] = config.Healthcheck.Test
const run = (program, words) => spawnSync(program, words, { env, cwd: '/data', encoding: 'utf8' })
const password = 'correct horse battery'

function must(isTrue, sentence) {
  if (!isTrue) throw new Error(sentence)
}

async function listening(service) {
  let output = ''
  for await (const text of service.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text
    if (output.includes('listening')) return
  }
  throw new Error(`it has ended: ${output}`)
}

async function main() {
  const service = spawn(node, [...line, 'serve'], { env, cwd: '/data', stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(service, 'exit')
  await listening(service)
  service.stdout.resume()
  const words = [
    'account',
    'create',
    '--username',
    'Steve',
    '--email',
    's@example.org',
    '--password',
    password,
  ]
  const made = run(node, [...line, ...words])
  must(made.status === 0, made.stderr)
  const { status } = await fetch('http://127.0.0.1:8080/auth/authenticate', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'Steve', password, clientToken: 'c' }),
  })
  must(status === 200, `signing in is ${status}`)
  must(run(checker, check).status === 0, 'the health check fails while the service is running')
  const writing = "require('node:fs').writeFileSync('/opt/norn/x', '')"
  must(run(node, ['--eval', writing]).status !== 0, 'the program can be written to')
  service.kill('SIGTERM')
  const [exit] = await ended
  must(exit === 0, `SIGTERM ends it with ${exit}`)
  must(run(checker, check).status !== 0, 'the health check succeeds without a running service')
  console.log('image ok')
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
