// An app password is nowhere but in the page that shows it once: not in the database, in no spelling, not in the log, in
// exports, the audit log or what a refusal says.
import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { dump } from '../storage/schema-dump.ts'
import { browserOf } from '../web/browser.ts'
import { newMail } from '../web/mailbox.ts'
import { adminClient } from '../wire/admin/api.ts'
import { bytesOf } from './stolen-database.ts'

const path = '/account/app-passwords'

onEveryDatabase('app passwords at rest', (start) => {
  test('are in no row, file, log line, export, email or answer, however they were typed', async () => {
    const service = await start()
    const { context } = service
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    const made = await browser.send(await browser.get(path), path, { name: 'HMCL' })
    const [appPassword = ''] = /[0-9a-z]{5}(-[0-9a-z]{5}){3}/.exec(made.text) ?? []
    assert.notEqual(appPassword, '')
    const plain = appPassword.replaceAll('-', '')
    const spellings = [appPassword, appPassword.replaceAll('-', ' '), plain]
    spellings.push(...spellings.map((text) => text.toUpperCase()))

    const answers: string[] = []
    const { username } = account
    const post = async (to: string, body: object) => {
      const answer = await service.post(to, body)
      answers.push(answer.text, JSON.stringify([...answer.headers]))
      return answer
    }
    for (const password of spellings) {
      const signedIn = await post('/auth/authenticate', { username, password, clientToken: 'x' })
      assert.equal(signedIn.status, 200)
      // In the wrong fields, of an account that it is not for, with more behind it, and where it opens nothing.
      await post('/auth/authenticate', { username: password, password: 'wrong', clientToken: 'x' })
      await post('/auth/authenticate', { username: 'nobody', password, clientToken: 'x' })
      await post('/auth/authenticate', { username, password: `${password}:123456`, clientToken: 'x' })
      await post('/auth/refresh', { accessToken: password, clientToken: 'x' })
      await post('/auth/signout', { username, password: `${password}x` })
      const visitor = browserOf(service)
      answers.push((await visitor.signIn({ ...account, password })).text)
      const headers = { authorization: `Bearer ${password}` }
      answers.push((await service.get('/api/v1/accounts', { headers })).text)
      assert.equal((await post('/auth/signout', { username, password })).status, 200)
      service.advance(3_600_000)
    }
    await context.attempts.flush()
    const owner = browserOf(service)
    await owner.signIn(account)
    const exported = await owner.send(await owner.get('/account/export'), '/account/export')
    const api = await adminClient(service)
    const told: Record<string, string> = {
      database: await dump(context.db),
      log: service.log.join('\n'),
      answers: answers.join('\n'),
      list: (await owner.get(path)).text,
      exported: exported.text,
      audit: JSON.stringify((await api.send('GET', '/audit')).json),
      why: JSON.stringify((await api.send('GET', `/why?name=${username}`)).json),
      emails: JSON.stringify(await newMail(service)),
    }
    const found = Object.entries(told).flatMap(([where, text]) =>
      spellings.filter((each) => text.includes(each)).map((each) => `${where}: ${each}`),
    )
    assert.deepEqual(found, [])
    for (const [where, text] of Object.entries(told)) assert.ok(text.length > 20, where)
    const files = bytesOf(context.config.dataDir)
    if (context.db.dialect === 'sqlite') {
      files.push(...bytesOf(dirname(context.config.databaseUrl.slice('sqlite:'.length))))
      assert.ok(files.length > 0)
    }
    for (const { name, bytes } of files) for (const each of spellings) assert.ok(!bytes.includes(each), name)
  })
})
