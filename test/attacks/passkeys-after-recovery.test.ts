// A player who recovers an account by email sees the passkeys that would stay valid, and may remove them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { newMail } from '../web/mailbox.ts'

onEveryDatabase('passkeys after recovery', (_start, shared) => {
  test('the page for a new password lists the passkeys and removes those that are ticked', async () => {
    const service = await shared()
    const account = await service.account()
    const { query } = service.context.db
    const key = {
      account_id: account.id,
      public_key: 'AQ',
      counter: 0,
      backup_eligible: 0 as const,
      created_at: 1,
    }
    await query
      .insertInto('passkey')
      .values([
        { ...key, id: `thief-${account.id}`, name: 'Thief' },
        { ...key, id: `own-${account.id}`, name: 'Own' },
      ])
      .execute()
    const browser = browserOf(service)
    await browser.send(await browser.get('/recover'), '/recover', { email: account.email })
    const link = (await newMail(service)).find(({ kind }) => kind === 'recover')?.link ?? ''
    const page = await browser.get(link)
    assert.match(page.text, /Remove: Thief/)
    const fields = { password: 'another sentence', [`remove:thief-${account.id}`]: 'on' }
    const done = await browser.send(page, link, fields)
    assert.equal(done.path, '/sign-in')
    const left = await query.selectFrom('passkey').select('name').execute()
    assert.deepEqual(left, [{ name: 'Own' }])
  })
})
