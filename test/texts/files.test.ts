import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { categoriesOf, findingsIn } from '../../scripts/texts/findings.ts'
import { catalogue, readCatalogue } from '../../src/texts/catalogue.ts'
import { languageNames, languages } from '../../src/texts/languages.ts'

const folder = join(import.meta.dirname, '../../src/texts')

describe('the files of texts', () => {
  test('match the languages that can be chosen', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
    assert.deepEqual(files.toSorted(), languages.map((language) => `${language}.json`).toSorted())
  })

  for (const language of languages) {
    test(`have every text, placeholder and form in ${languageNames[language]}`, () => {
      assert.deepEqual(findingsIn(language, readCatalogue(language), readCatalogue('en')), [])
    })
  }

  test('contain no duplicate text in a group, of which the last would win', () => {
    for (const language of languages) {
      const written = readFileSync(join(folder, `${language}.json`), 'utf8')
      assert.equal(written, `${JSON.stringify(JSON.parse(written), null, 2)}\n`, language)
    }
  })
})

describe('a text that names a button or a page', () => {
  for (const language of languages) {
    test(`calls it what it is called in ${languageNames[language]}`, () => {
      const { pages, mail, why } = catalogue(language)
      const named: (readonly [string, string])[] = [
        [pages.email.about, pages.email.confirm.submit],
        [mail.register.body, pages.register.confirm.submit],
        [mail.email.body, pages.email.confirm.submit],
        [mail.notices.deletion_requested.then, pages.deletion.leaving.keep],
        [mail.notices.character_deletion_requested.then, pages.characters.keep],
        [mail.notices.recovery_code_used.then, pages.account.menu.security.heading],
        [mail.notices.passkey_added.then, pages.account.menu.security.heading],
        [mail.notices.app_password_created.then, pages.account.menu['app-passwords'].heading],
        [pages.oauth.device.caution, pages.oauth.deny],
        [why.leaving, pages.deletion.leaving.keep],
        [why.onPage.advice.server_paused, pages.servers.resume],
        [why.onPage.advice.server_paused, pages.admin.menu.servers.heading],
        ...Object.values(why.onPage.suspended).map((text) => [text, pages.admin.account.restore] as const),
      ]
      for (const [text, button] of named) assert.ok(text.includes(button), `${button}: ${text}`)
    })
  }
})

describe('the check of texts', () => {
  const english = {
    heading: 'Sign in',
    group: { sent: 'Sent to {email}.', count: { '0': 'none', one: '{count} key', other: '{count} keys' } },
  }
  const group = {
    sent: 'Отправлено на {email}.',
    count: { '0': 'нет', one: '{count} ключ', few: '{count} ключа', many: '{count} ключей' },
  }
  const found = (own: Parameters<typeof findingsIn>[1]) => findingsIn('ru', own, english)

  test('accepts a complete file', () => {
    assert.deepEqual(found({ heading: 'Войти', group }), [])
    assert.deepEqual(found({ heading: 'Войти', group: { ...group, count: 'ключей: {count}' } }), [])
  })

  test('finds punctuation that the language does not allow, and second words for a thing', () => {
    const findings = (language: string, text: string) => findingsIn(language, { text }, { text: 'Ready?' })
    for (const [language, wrong, right] of [
      ['fr', 'Prêt ?', 'Prêt\u202f?'],
      ['fr', '« Prêt\u00a0»', '«\u00a0Prêt\u00a0»'],
      ['es', 'Listo?', '¿Listo?'],
      ['zh-CN', '准备好了?', '准备好了？'],
      ['de', 'Ein Spielserver?', 'Ein Gameserver?'],
      ['de', 'Haben Sie alles?', 'Kann sie das?'],
      ['ru', 'Ваша учётная запись?', 'Ваш аккаунт?'],
      ['zh-CN', '你的账号？', '您的账号？'],
    ] as const) {
      assert.equal(findings(language, wrong).length, 1, wrong)
      assert.deepEqual(findings(language, right), [], right)
    }
  })

  test('finds texts that are missing, superfluous, empty or of the wrong kind', () => {
    assert.deepEqual(found({ group }), ['heading: missing'])
    assert.deepEqual(found({ heading: ' ', group, more: 'Ещё' }), ['heading: empty', 'more: superfluous'])
    assert.deepEqual(
      found({ heading: { one: 'Войти' }, group: 'нет' }),
      [
        'heading: should be one text, without forms',
        'heading: the form "few" is missing',
        'group: should be a group of texts',
      ].filter((line) => !line.includes('few')),
    )
  })

  test('finds placeholders that differ', () => {
    assert.deepEqual(found({ heading: 'Войти', group: { ...group, sent: 'Отправлено на {адрес}.' } }), [
      'group.sent: without {email}',
      'group.sent: {{адрес}} has no value',
    ])
    assert.deepEqual(found({ heading: 'Войти', group: { ...group, sent: '{email} и {email' } }), [
      'group.sent: {{email} has no value',
    ])
  })

  test('finds commands, settings and addresses that differ', () => {
    const original = { advice: 'Run norn backup, or see https://docs.example.org/norn. Set NORN_NAME.' }
    const right = { advice: '请运行 norn backup，或参阅 https://docs.example.org/norn。请设置 NORN_NAME。' }
    const wrong = { advice: '请运行 norn restore，或参阅 https://docs.example.org/norn。请设置 NORN_NAME。' }
    assert.deepEqual(findingsIn('zh-CN', right, original), [])
    assert.deepEqual(findingsIn('zh-CN', wrong, original), [
      'advice: without "norn backup"',
      'advice: "norn restore" is not in the original',
    ])
  })

  test('finds forms that a language lacks or does not have', () => {
    const { few, ...count } = group.count
    assert.deepEqual(found({ heading: 'Войти', group: { ...group, count: { ...count, other: few } } }), [
      'group.count: the form "few" is missing',
      'group.count: the language has no form "other"',
    ])
  })

  test('knows the forms of each language', () => {
    const forms = Object.fromEntries(
      languages.map((language) => [language, [...categoriesOf(language)].toSorted()]),
    )
    assert.deepEqual(forms, {
      en: ['one', 'other'],
      de: ['one', 'other'],
      es: ['one', 'other'],
      fr: ['one', 'other'],
      'pt-BR': ['one', 'other'],
      ru: ['few', 'many', 'one'],
      'zh-CN': ['other'],
    })
  })
})
