import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { startMailServer } from '../mail/smtp-server.ts'
import { type Installation, install } from './norn.ts'

let norn: Installation
before(async () => {
  norn = await install({ isEmpty: true })
})
after(() => norn.remove())

const variables = { NORN_BASE_URL: 'https://accounts.example.test' }

test('mail test has the name and the colour that administrators chose, unless the environment has others', async (t) => {
  const used = await install()
  t.after(() => used.remove())
  for (const [name, value] of [
    ['name', 'Midgard'],
    ['accent', 'b4472f'],
  ] as const)
    assert.equal((await used.run(['setting', 'set', name, value], { variables })).status, 0)
  const sent = async (more: Record<string, string> = {}) => {
    const line = ['mail', 'test', 'steve@example.test', '--json']
    const { status, stdout, stderr } = await used.run(line, { variables: { ...variables, ...more } })
    assert.equal(status, 0, stderr)
    return readFile(JSON.parse(stdout).file, 'utf8')
  }
  assert.match(await sent(), /^From: Midgard <norn@/m)
  assert.match(await sent({ NORN_SERVER_NAME: 'Asgard' }), /^From: Asgard <norn@/m)
})

test('mail test writes a file, delivers to the server, or reports the error; it needs no database', async (t) => {
  const server = await startMailServer(t, {
    disabledCommands: ['STARTTLS'],
    refuse: (to) => (to.startsWith('gone') ? [550, `<${to}> is unknown`] : undefined),
  })
  const line = ['mail', 'test', 'steve@example.test', '--json']
  const written = await norn.run(line, { variables })
  assert.equal(written.status, 0, written.stderr)
  const { file } = JSON.parse(written.stdout)
  assert.match(
    await readFile(file, 'utf8'),
    /^From: Norn <norn@accounts\.example\.test>\r\nTo: steve@example\.test\r\n/m,
  )

  const NORN_SMTP_URL = `smtp://127.0.0.1:${server.port}`
  const sent = await norn.run(line.slice(0, 3), { variables: { ...variables, NORN_SMTP_URL } })
  assert.match(sent.stdout, new RegExp(`^127\\.0\\.0\\.1:${server.port} accepted the email`))
  assert.deepEqual(
    server.taken.map(({ to }) => to),
    [['steve@example.test']],
  )

  for (const [to, smtp, expected] of [
    [
      'gone@example.test',
      NORN_SMTP_URL,
      /^norn: the email was not sent: [^\n]*550 <\(address\)> is unknown; check NORN_SMTP_URL and NORN_MAIL_FROM\n$/,
    ],
    [
      'steve@example.test',
      'smtp://127.0.0.1:1',
      /^norn: the email was not sent: [^\n]*ECONNREFUSED[^\n]*\n$/,
    ],
    ['a@b.test,c@d.test', NORN_SMTP_URL, /^norn: the email address is malformed; [^\n]*\n$/],
  ] as const) {
    const refused = await norn.run(['mail', 'test', to], { variables: { ...variables, NORN_SMTP_URL: smtp } })
    assert.match(refused.stderr, expected)
    assert.deepEqual([refused.status, refused.stdout], [1, ''])
  }
  assert.equal(existsSync(norn.database), false)
})
