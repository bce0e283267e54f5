import type { Config } from '../config/load.ts'
import { inkOn } from '../lib/text/colour.ts'
import { type Html, html } from '../lib/text/html.ts'
import { nearestOf } from '../lib/text/intl.ts'
import type { MailContent } from '../model/records/mail.ts'
import { catalogue } from '../texts/catalogue.ts'
import { type Language, languages } from '../texts/languages.ts'
import { say } from '../texts/say.ts'
import { type MailLink, type MailTemplate, templateIn, testTemplateIn } from './template.ts'

/** An email as it is read, in one language. */
export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/** The settings that are in force now. */
interface Settings extends Pick<Config, 'language'> {
  accentColor: string
  serverName: string
}

/** Renders an email in the supported language nearest to `language`. `hours` is the lifetime of its link. */
export function compose(
  config: Settings & Pick<Config, 'passwordSignIn'>,
  baseUrl: string,
  language: string,
  content: MailContent,
  hours: number,
): RenderedMail {
  const lang = nearestOf(languages, language) ?? config.language
  const template = templateIn(lang, content, {
    server: config.serverName,
    hours,
    path: pathOf(content),
    hasRecovery: config.passwordSignIn === 'on',
  })
  const greeting = say(lang, catalogue(lang).mail.greeting, { username: content.username })
  return write(config, baseUrl, lang, template, greeting)
}

/** Renders the email of `norn mail test`. */
export function composeTest(config: Settings, baseUrl: string): RenderedMail {
  const { language, serverName } = config
  return write(config, baseUrl, language, testTemplateIn(language, serverName))
}

/** Returns the path of the page that the link leads to, or an empty string for emails without a link. */
function pathOf(content: MailContent): string {
  if (content.kind === 'register') return `/register/confirm/${content.token}`
  if (content.kind === 'recover') return `/recover/${content.token}`
  if (content.kind === 'notice' && content.token !== undefined) return `/security/undo/${content.token}`
  return content.kind === 'email' ? `/account/email/confirm/${content.token}` : ''
}

function write(
  { accentColor, serverName }: Settings,
  baseUrl: string,
  lang: Language,
  { subject, parts }: MailTemplate,
  greeting?: string,
): RenderedMail {
  const closing = say(lang, catalogue(lang).mail.closing, { server: serverName })
  const linkOf = ({ path }: MailLink): string => baseUrl + path
  const lines = [
    ...(greeting === undefined ? [] : [greeting]),
    ...parts.map((part) => (typeof part === 'string' ? part : linkOf(part))),
    `-- \n${closing}`,
  ]
  const accent = { background: accentColor, ink: inkOn(accentColor) }
  const blocks = parts.map((part) =>
    typeof part === 'string' ? html`<p>${part}</p>` : button(part.label, linkOf(part), accent),
  )
  return {
    subject,
    text: `${lines.map(wrapped).join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="margin:0 auto;max-width:34rem;padding:1.5rem;font:16px/1.5 system-ui,sans-serif">
${greeting !== undefined && html`<p>${greeting}</p>`}
${blocks.map((block) => html`${block}\n`)}<p style="margin-top:2rem;font-size:14px;opacity:.7">${closing}</p>
</body>
</html>
`.text,
  }
}

const button = (
  label: string,
  link: string,
  { background, ink }: Record<'background' | 'ink', string>,
): Html =>
  html`<p><a href="${link}" style="display:inline-block;padding:.6rem 1rem;border-radius:.5rem;background:${background};color:${ink};text-decoration:none">${label}</a></p>
<p style="font-size:14px"><a href="${link}">${link}</a></p>`

/** Lines of this width survive every mail program and encoding. A link stays on one line, however long it is. */
const maxColumns = 72

function wrapped(paragraph: string): string {
  return paragraph
    .split('\n')
    .map((line) => {
      let column = 0
      return line
        .split(' ')
        .map((word, index) => {
          const isNext = index > 0 && column + 1 + word.length > maxColumns
          column = isNext ? word.length : column + (index > 0 ? 1 : 0) + word.length
          return index === 0 ? word : `${isNext ? '\n' : ' '}${word}`
        })
        .join('')
    })
    .join('\n')
}
