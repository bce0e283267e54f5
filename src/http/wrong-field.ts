import type { Compile } from 'typebox/compile'

/** The name of the first field that is wrong; undefined where the whole is no object. */
export function wrongField([first]: ReturnType<ReturnType<typeof Compile>['Errors']>): string | undefined {
  if (!first) return undefined
  const path = first.instancePath.split('/').filter(Boolean)
  const { params } = first
  if ('requiredProperties' in params) path.push(params.requiredProperties[0] ?? '')
  if ('additionalProperties' in params) path.push(params.additionalProperties[0] ?? '')
  return path.join('.') || undefined
}
