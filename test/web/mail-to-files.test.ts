// No page says that an email was sent where it is written to a file, or to an address that may belong to nobody.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { browserOf } from './browser.ts'

const password = 'a sentence to remember'
const claims = /on its way|we (?:have|will|are) send|we sent|was sent/i
const files = /This service sends no email: it writes each one to a file/

/** Returns the texts of the pages after each form that makes them send an email. */
async function after(service: RunningService): Promise<Record<string, string>> {
  const stranger = browserOf(service)
  const fields = { username: 'Astrid', email: 'astrid@example.test', password }
  const registered = await stranger.send(await stranger.get('/register'), '/register', fields)
  const again = await stranger.send(registered, '/register/sent')
  const account = await service.account()
  const recovering = browserOf(service)
  const asked = await recovering.get('/recover')
  const known = await recovering.send(asked, '/recover', { email: account.email ?? '' })
  const unknown = await recovering.send(await recovering.get('/recover'), '/recover', {
    email: 'nobody@example.test',
  })
  const owner = browserOf(service)
  const form = await owner.signIn(account, '/account/email')
  const changing = await owner.send(form, '/account/email', {
    email: 'new@example.test',
    current: account.password,
  })
  const said = (page: { text: string; flash: string | undefined }) =>
    `${page.flash ?? ''} ${page.text.slice(page.text.indexOf('id="content"'))}`
  return {
    registered: said(registered),
    again: said(again),
    known: said(known),
    unknown: said(unknown),
    changing: said(changing),
  }
}

onEveryDatabase('the words for email', (start) => {
  test('are that it is written to files where it is not sent', async () => {
    const found = await after(await start({ NORN_REGISTRATION: 'open' }))
    for (const [page, text] of Object.entries(found)) {
      assert.match(text, files, page)
      assert.doesNotMatch(text.replaceAll('We will send a link', ''), claims, page)
    }
  })

  test('are that it is on its way where it is sent, and only if somebody may get it', async () => {
    const found = await after(await start({ NORN_REGISTRATION: 'open', NORN_SMTP_URL: 'smtp://127.0.0.1:1' }))
    for (const [page, text] of Object.entries(found)) {
      assert.doesNotMatch(text, files, page)
      assert.match(text, /on its way/, page)
    }
    assert.match(found['unknown'] ?? '', /If an account has this address/)
    assert.equal(
      found['known']?.replaceAll(/[\w.]+@example\.test|value="[^"]*"/g, ''),
      found['unknown']?.replaceAll(/[\w.]+@example\.test|value="[^"]*"/g, ''),
      'the same page whether or not the address is known',
    )
  })
})
