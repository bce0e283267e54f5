import { type Html, type HtmlValue, html } from '../../lib/text/html.ts'
import type { PageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import { filledIn } from './filled-in.ts'

/** Error messages by field name. */
export type Problems<Name extends string = string> = Partial<Record<Name, string>>

export interface Form {
  /** The path that the form is sent to, below the base URL. */
  action: string
  /** The text of the submit button. Undefined if the buttons are among the fields. */
  submit: HtmlValue
  /**
   * Replaces the button's text for assistive technology if several buttons have the same text. It has to begin with
   * the visible text.
   */
  accessibleName?: string
  /** The language of the button's text, if it is not the page's. */
  lang?: string
  fields?: HtmlValue
  hidden?: Readonly<Record<string, string | undefined>>
  /** More buttons, which send the form to other paths. */
  extraButtons?: readonly { action: string; submit: string; variant?: 'quiet' | 'danger' | 'link' }[]
  /** True for a form with file fields. */
  multipart?: boolean
  /** True if the form can't succeed now; what is above it says why. */
  isDisabled?: boolean
  /** `quiet` for the less important of two forms, `danger` if the action can't be undone, `link` within a line. */
  variant?: 'quiet' | 'danger' | 'link'
}

/**
 * Renders a POST form with the visitor's CSRF token, and what was typed into it before its sender had to sign in. Only
 * the server validates it, so that errors are in our words.
 */
export function form(
  site: Site,
  page: PageContext,
  { action, submit, fields, hidden = {}, extraButtons, ...shape }: Form,
): Html {
  const sent = Object.entries({ csrf: page.csrf, ...hidden })
  const filled = typedInto(site, page, action, fields, extraButtons)
  return html`<form method="post" action="${site.href(action)}" novalidate${filled && html` data-typed`}${extraButtons && (extraButtons.length > 2 || submit === undefined) && html` class="many"`}${shape.multipart && html` enctype="multipart/form-data"`}>
${sent.map(([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`)}
${filled ?? fields}
${submit !== undefined && html`<button class="${shape.variant ?? 'main'}"${shape.lang !== undefined && html` lang="${shape.lang}"`}${shape.accessibleName !== undefined && html` aria-label="${shape.accessibleName}"`}${shape.isDisabled && html` disabled`}>${submit}</button>`}
${extraButtons?.map((button) => html`<button class="${button.variant ?? 'quiet'}" formaction="${site.href(button.action)}">${button.submit}</button>`)}
</form>`
}

/** Returns the fields with what was typed into them if the form was sent to one of its paths before. */
function typedInto(
  site: Site,
  { typed }: PageContext,
  action: string,
  fields: HtmlValue,
  extraButtons: Form['extraButtons'] = [],
): Html | undefined {
  if (!typed) return undefined
  const rendered = html`${fields}`
  const isSentTo =
    [action, ...extraButtons.map((button) => button.action)].some(
      (path) => site.href(path) === typed.action,
    ) || rendered.text.includes(html` formaction="${typed.action}"`.text)
  return isSentTo ? filledIn(rendered, typed.fields) : undefined
}

export interface Field {
  name: string
  /** The name, unless two forms of a page have a field of this name. */
  id?: string | undefined
  label: string
  type?: 'text' | 'password' | 'email' | 'file' | 'search'
  /** The value that was typed before; never a password. */
  value?: string
  autocomplete?:
    | 'username'
    | 'username webauthn'
    | 'email'
    | 'current-password'
    | 'new-password'
    | 'one-time-code'
    | 'off'
  hint?: string | undefined
  problem?: string | undefined
  /** Marks a field as invalid if the page's alert has the error message. */
  isInvalid?: boolean
  inputmode?: 'numeric' | 'email'
  /** In UTF-16 code units. */
  maxlength?: number | undefined
  optional?: boolean
  readonly?: boolean
  /** The media types of a file field: `image/png`. */
  accept?: string
  /** True if several files may be chosen. */
  isMultiple?: boolean
}

/** Renders a field with its label. Hint and error are its accessible description. */
export function field({ name, id = name, label, type = 'text', hint, problem, ...rest }: Field): Html {
  const described = [
    rest.isInvalid && 'alert',
    problem !== undefined && `${id}-problem`,
    hint !== undefined && `${id}-hint`,
  ]
  const attributes = {
    value: type === 'password' || type === 'file' ? undefined : rest.value,
    autocomplete: rest.autocomplete,
    inputmode: rest.inputmode,
    accept: rest.accept,
    maxlength: rest.maxlength?.toString(),
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    'aria-invalid': problem === undefined && !rest.isInvalid ? undefined : 'true',
  }
  return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}"${attributesOf(attributes)}${!rest.optional && !rest.readonly && html` required`}${rest.readonly && html` readonly`}${rest.isMultiple && html` multiple`} autocapitalize="none" spellcheck="false">
${problem !== undefined && html`<p class="problem" id="${id}-problem">${problem}</p>`}
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
</div>`
}

/** Renders a GET form, whose values end up in the address. */
export function searchForm(
  site: Site,
  { action, submit, fields }: Pick<Form, 'action' | 'submit' | 'fields'>,
): Html {
  return html`<form method="get" action="${site.href(action)}" role="search" class="search">
${fields}
<button class="main">${submit}</button>
</form>`
}

/** Renders a text field of several lines. */
export function textArea({
  name,
  label,
  hint,
  value,
  isInvalid,
  rows = 3,
}: {
  name: string
  label: string
  hint: string
  value: string
  isInvalid: boolean
  rows?: number
}): Html {
  const described = `${isInvalid ? 'alert ' : ''}${name}-hint`
  return html`<div class="field">
<label for="${name}">${label}</label>
<textarea dir="auto" id="${name}" name="${name}" rows="${rows}" aria-describedby="${described}"${isInvalid && html` aria-invalid="true"`} spellcheck="false">
${value}</textarea>
<p class="hint" id="${name}-hint">${hint}</p>
</div>`
}

/** Renders radio buttons, for a choice among very few options. */
export function radios({
  name,
  legend,
  options,
  value,
}: {
  name: string
  legend: string
  options: readonly { value: string; label: string }[]
  value: string
}): Html {
  return html`<fieldset class="radios">
<legend>${legend}</legend>
${options.map((option) => html`<label><input type="radio" name="${name}" value="${option.value}"${option.value === value && html` checked`}>${option.label}</label>\n`)}
</fieldset>`
}

/** Renders a drop-down list, for a choice among few options. */
export function select({
  name,
  id = name,
  label,
  options,
  value,
  hint,
  isInvalid = false,
}: {
  name: string
  /** The name, unless two forms of a page have a field of this name. */
  id?: string
  label: string
  hint?: string
  /** `lang` is the language of the option's label. */
  options: readonly { value: string; label: string; lang?: string }[]
  value: string
  isInvalid?: boolean
}): Html {
  const described = [isInvalid && 'alert', hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return html`<div class="field">
<label for="${id}">${label}</label>
<select id="${id}" name="${name}"${isInvalid && html` aria-invalid="true"`}${described !== '' && html` aria-describedby="${described}"`}>
${options.map((option) => html`<option value="${option.value}"${option.lang !== undefined && html` lang="${option.lang}"`}${option.value === value && html` selected`}>${option.label}</option>`)}
</select>
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
</div>`
}

const attributesOf = (attributes: Record<string, string | undefined>): HtmlValue =>
  Object.entries(attributes).map(([name, value]) => value !== undefined && html` ${name}="${value}"`)

export const checkbox = (name: string, label: string, isChecked = false): Html =>
  html`<label><input type="checkbox" name="${name}" value="yes"${isChecked && html` checked`}>${label}</label>`
