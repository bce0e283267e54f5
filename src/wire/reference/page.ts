import { hash } from 'node:crypto'
import { htmlText as text } from '../../lib/text/html.ts'
import { type Schema, schemaText } from './schema-text.ts'

/** The parts of an OpenAPI document that the page shows. */
export interface ApiDocument {
  info: { title: string; version: string; description?: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}
interface Operation {
  summary?: string
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
type Content = Record<string, { schema: Schema }>
interface Entry {
  id: string
  method: string
  path: string
  operation: Operation
}

/** Renders a page about every operation of the document. It loads no scripts, fonts or pictures. */
export function referencePage(document: ApiDocument): string {
  const { info, servers, paths } = document
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => {
      const id = `${method}${path}`.replaceAll(/[^a-z0-9]+/gi, '-')
      return { id, method: method.toUpperCase(), path, operation }
    }),
  )
  const groups = Object.entries(Object.groupBy(entries, ({ operation }) => operation.tags?.[0] ?? 'Others'))
  const base = servers[0]?.url ?? ''
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${text(info.title)}: the wire</title>
<style>${style}</style>
<header>
<h1>${text(info.title)} ${text(info.version)}</h1>
<p>${text(info.description ?? '')}</p>
<p>Everything is served below <code>${text(base)}</code>. For programs: <a href="${text(base)}/openapi.json">openapi.json</a>.</p>
</header>
<nav aria-label="Requests">${groups.map(([title, group = []]) => contents(title, group)).join('')}</nav>
<main>${groups.map(([title, group = []]) => section(title, group)).join('')}</main>
</html>
`
}

/** Returns the content security policy of the page, which allows nothing but its style. */
export const referencePolicy = (): string =>
  `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const contents = (title: string, entries: Entry[]): string =>
  `<h2>${text(title)}</h2><ul>${entries
    .map(({ id, method, path }) => `<li><a href="#${id}"><b>${method}</b> ${text(path)}</a></li>`)
    .join('')}</ul>`

const section = (title: string, entries: Entry[]): string =>
  `<section><h2>${text(title)}</h2>${entries.map(article).join('')}</section>`

const article = ({ id, method, path, operation }: Entry): string =>
  `<article id="${id}"><h3><b>${method}</b> <code>${text(path)}</code></h3><p>${text(operation.summary ?? '')}</p>${parameters(
    operation,
  )}${body(operation)}${answers(operation)}</article>`

function parameters({ parameters: all = [] }: Operation): string {
  if (all.length === 0) return ''
  const rows = all.map(({ name, in: where, required, description, schema }) => [
    `<code>${text(name)}</code>`,
    `${text(where)}${required ? '' : ', optional'}`,
    `<code>${text(schemaText(schema))}</code>`,
    text(description ?? ''),
  ])
  return table(['Parameter', 'In', 'Type', ''], rows)
}

function body({ requestBody }: Operation): string {
  if (!requestBody) return ''
  const types = Object.groupBy(Object.entries(requestBody.content), ([, { schema }]) => schemaText(schema))
  return Object.entries(types)
    .map(([shown, contents = []]) => {
      const [first] = contents
      return `<p>Body, as ${contents.map(([type]) => `<code>${text(type)}</code>`).join(', ')}:</p><pre>${text(shown)}</pre>${fields(first?.[1].schema)}`
    })
    .join('')
}

function fields(schema: Schema | undefined): string {
  const described = Object.entries(schema?.properties ?? {}).filter(([, { description }]) => description)
  if (described.length === 0) return schema?.description ? `<p>${text(schema.description)}</p>` : ''
  const rows = described.map(([name, field]) => [`<code>${text(name)}</code>`, text(field.description ?? '')])
  return table(['Field', ''], rows)
}

function answers({ responses }: Operation): string {
  const rows = Object.entries(responses).map(([status, { description, content = {} }]) => [
    `<b>${text(status)}</b>`,
    text(description),
    Object.entries(content)
      .map(([type, { schema }]) => `<code>${text(type)}</code><pre>${text(schemaText(schema))}</pre>`)
      .join('') || 'no body',
  ])
  return table(['Answer', '', 'Body'], rows)
}

const table = (heads: string[], rows: string[][]): string =>
  `<div><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`

const style = `
:root { color-scheme: light dark; --line: #ddd; --soft: #f5f5f5; }
@media (prefers-color-scheme: dark) { :root { --line: #3a3a3a; --soft: #1e1e1e; } }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1rem; max-width: 75rem; }
@media (min-width: 60rem) { body { display: grid; grid-template-columns: 20rem 1fr; gap: 0 2rem; } header { grid-column: 1 / -1; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; } }
nav h2 { font-size: 1rem; margin: 1rem 0 0; } nav ul { list-style: none; margin: 0; padding: 0; font-size: .85rem; }
nav a { display: block; padding: .15rem 0; overflow-wrap: anywhere; }
main { min-width: 0; } article { border-top: 1px solid var(--line); padding: 1rem 0; }
h3 { font-size: 1.05rem; margin: 0; overflow-wrap: anywhere; }
article > div { overflow-x: auto; } table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); }
pre { background: var(--soft); padding: .5rem; margin: .25rem 0; overflow-x: auto; }
`
