// In every line that people write, on pages, in the API, by commands and in imports, characters that could move the
// cursor, change the writing direction or end the line are refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { install } from '../cli/norn.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { authenticator } from '../web/authenticator.ts'
import { browserOf, type PageView } from '../web/browser.ts'
import { adminClient } from '../wire/admin/api.ts'

/** One character of each kind, from the first and the last range of it. */
const steering = [
  ...'\0\u0007\t\n\u001b\u001f\u007f\u0080\u009b\u009f\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069',
]
const half = '\ud83d'
/** A command costs more than a request. */
const few = [...'\0\n\u001b\u009b\u200e\u2028\u202e', half]
const shown = (text: string): string =>
  JSON.stringify(text).replaceAll(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16)}`)

/** The fields of a page whose form is submitted with the text in one of them. */
async function pagesOf(service: RunningService) {
  const [admin, target, player] = [await service.account(), await service.account(), await service.account()]
  await grantRole(service.context, operator, await service.stored(admin), 'admin')
  const [inside, outside, own] = [browserOf(service), browserOf(service), browserOf(service)]
  await inside.signIn(admin)
  await own.signIn(player)
  const [, asked = ''] = /data-options="([^"]*)"/.exec((await own.get('/account/security')).text) ?? []
  const options = JSON.parse(asked.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
  const answer = authenticator('https://accounts.example.org').make(options)
  const account = `/admin/accounts/${target.id}`
  const current = player.password
  const fields: Record<string, (text: string) => Promise<[field: string, page: PageView]>> = {
    'reason of a suspension': async (text) => [
      'reason',
      await inside.send(await inside.get(account), `${account}/suspend`, { reason: text }),
    ],
    'name of an application': async (text) => [
      'client_name',
      await inside.send(await inside.get('/admin/clients'), '/admin/clients', {
        client_name: text,
        redirect_uris: 'https://a.example/',
      }),
    ],
    'URL of a webhook': async (text) => [
      'url',
      await inside.send(await inside.get('/admin/webhooks'), '/admin/webhooks', {
        url: `https://a.example/${text}`,
        format: 'auto',
      }),
    ],
    'name of a passkey': async (text) => [
      'name',
      await own.send(await own.get('/account/security'), '/account/security/passkeys', {
        name: text,
        answer,
      }),
    ],
    'new e-mail': async (text) => [
      'email',
      await own.send(await own.get('/account/email'), '/account/email', {
        email: `${text}@example.test`,
        current,
      }),
    ],
    'new username': async (text) => [
      'username',
      await own.send(await own.get('/account/username'), '/account/username', { username: text }),
    ],
    'email of a registration': async (text) => [
      'email',
      await outside.send(await outside.get('/register'), '/register', {
        username: 'Fresh',
        password: 'correct horse fresh',
        email: `${text}@example.test`,
      }),
    ],
    'email of a recovery': async (text) => [
      'email',
      await outside.send(await outside.get('/recover'), '/recover', { email: `${text}@example.test` }),
    ],
  }
  return fields
}

const base = { NORN_BASE_URL: 'https://accounts.example.org' }

onEveryDatabase('lines of text', (start) => {
  test('pages refuse text that could control a terminal or change the writing direction, and mark the field', async (t) => {
    const service = await start(base)
    for (const [name, send] of Object.entries(await pagesOf(service))) {
      await t.test(name, async () => {
        for (const character of steering) {
          const [field, page] = await send(`a${character}b`)
          // Nothing is read from a body with NUL.
          if (character === '\0') {
            assert.equal(page.status, 400)
            continue
          }
          assert.equal(page.status, 422, shown(character))
          const [tag = ''] = new RegExp(`<(?:input|textarea) id="${field}"[^>]*>`).exec(page.text) ?? []
          assert.match(tag, / aria-invalid="true"/, shown(character))
          assert.notEqual(page.alert, undefined)
        }
      })
    }
  })

  test('the API answers 422 and says what is malformed', async (t) => {
    const service = await start()
    const account = await service.account()
    const { send } = await adminClient(service)
    const requests: Record<string, (text: string) => [method: string, path: string, body: object]> = {
      reason: (reason) => ['POST', `/accounts/${account.id}/suspend`, { reason }],
      email: (text) => ['PATCH', `/accounts/${account.id}`, { email: `${text}@example.test` }],
      username: (username) => ['PATCH', `/accounts/${account.id}`, { username }],
      language: (language) => ['PATCH', `/accounts/${account.id}`, { language }],
      client_name: (client_name) => [
        'POST',
        '/clients',
        { client_name, redirect_uris: ['https://a.example/'], public: false },
      ],
      name: (name) => ['POST', '/api-tokens', { name }],
      url: (text) => ['POST', '/webhooks', { url: `https://a.example/${text}`, events: ['*'] }],
    }
    for (const [field, request] of Object.entries(requests)) {
      await t.test(field, async () => {
        for (const character of [...steering, half]) {
          const answer = await send(...request(`a${character}b`))
          assert.equal(answer.status, 422, `${shown(character)}: ${answer.text}`)
          assert.match(answer.json.code, /^(?:\w+_)?malformed$/, answer.text)
        }
      })
    }
    assert.equal((await service.stored(account)).suspension, undefined)
  })

  test('commands exit with 1 and change nothing, and imports refuse the entry', async (t) => {
    const service = await start()
    const account = await service.account()
    const { databaseUrl, dataDir } = service.context.config
    const norn = await install()
    t.after(norn.remove)
    const variables = { NORN_DATABASE_URL: databaseUrl, NORN_DATA_DIR: dataDir }
    const run = (line: string[], stdin?: string) =>
      norn.run(line, { variables, ...(stdin !== undefined && { stdin }) })
    const uri = 'https://a.example/'
    const commands: Record<string, (text: string) => string[]> = {
      reason: (text) => ['account', 'suspend', account.username, `--reason=${text}`],
      client: (text) => ['client', 'create', `--name=${text}`, '--redirect-uri', uri],
      token: (text) => ['api-token', 'create', `--name=${text}`],
      webhook: (text) => ['webhook', 'create', `--url=${uri}${text}`],
      email: (text) => ['account', 'email', account.username, `${text}@example.test`],
    }
    for (const [name, command] of Object.entries(commands)) {
      await t.test(name, async () => {
        for (const character of few) {
          const { status, stdout, stderr } = await run(command(`a${character}b`))
          assert.deepEqual([status, stdout], [1, ''], `${shown(character)}: ${stderr}`)
          assert.match(stderr, /^norn: [ -~…]+\n$/, 'none of it reaches the terminal')
        }
      })
    }
    await t.test('import', async () => {
      const password = 'correct horse moved'
      const entries = (text: string) => [
        { username: 'M1', password, suspended: true, suspensionReason: text },
        { username: 'M2', password, usernameHistory: [{ name: text }] },
        { username: 'M3', password, email: `${text}@example.test` },
        { username: text, password },
      ]
      for (const character of few) {
        const lines = entries(`a${character}b`).map((entry) => JSON.stringify(entry))
        const { stdout, stderr } = await run(['account', 'import', '-', '--json'], lines.join('\n'))
        const { added, refused } = JSON.parse(stdout)
        assert.deepEqual([added, refused.length], [0, lines.length], `${shown(character)}: ${stderr}`)
      }
    })
    assert.equal((await service.stored(account)).suspension, undefined)
    assert.equal((await service.stored(account)).email, account.email)
  })

  test('text in any script is accepted unchanged and printed in JSON without control characters', async (t) => {
    const service = await start(base)
    const account = await service.account()
    const { send } = await adminClient(service)
    for (const reason of ['Grief 🧑‍🚀 «ложь» 作弊', 'می‌خواهم', 'דוד אמר', 'é́']) {
      const { status, json } = await send('POST', `/accounts/${account.id}/suspend`, { reason })
      assert.deepEqual(
        [status, json.suspension_reason ?? json.suspensionReason ?? json.suspension?.reason],
        [200, reason],
      )
    }
    // Stored before this check existed, or written by a program.
    const hostile = 'old\u001b[2J\u009b\u202e'
    const { context } = service
    await context.db.transaction(async (tx) => {
      await tx.query
        .updateTable('account')
        .set({ suspension_reason: hostile })
        .where('id', '=', account.id)
        .execute()
    })
    const norn = await install()
    t.after(norn.remove)
    const variables = { NORN_DATABASE_URL: context.config.databaseUrl, NORN_DATA_DIR: context.config.dataDir }
    for (const line of [
      ['account', 'show', account.username, '--json'],
      ['account', 'list', '--json'],
      ['audit', 'export'],
    ]) {
      const { status, stdout } = await norn.run(line, { variables })
      assert.equal(status, 0)
      assert.doesNotMatch(stdout, /(?!\n)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u)
      if (line.includes('show')) assert.equal(JSON.parse(stdout).suspensionReason, hostile)
    }
    assert.ok((await listAudit(context, { account: account.id, limit: 10 })).length > 0)
  })
})
