import type { skin as original } from '../en/skin.ts'

const day = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeZone: 'UTC' })

export const skin: typeof original = {
  heading: '皮肤与披风',
  preview: '您的外观',
  controls: '拖动或按方向键可以旋转。',
  turn: '旋转',
  stop: '停止旋转',
  triedOn: '这是试穿效果，上传后才会保存。',
  drop: '也可以把文件拖到这里。',
  elsewhere: '这里的皮肤来自另一个皮肤系统。仅当它不可用时，才会显示您在本页选择的皮肤。',
  skin: {
    heading: '皮肤',
    file: '皮肤文件',
    sizes: (scale) => `64×64 或 64×32 像素的 PNG 图片${larger(scale)}，不超过 1 MiB。`,
    model: '模型',
    default: '经典',
    slim: '纤细',
    wornModel: (model) => `当前皮肤的模型：${model}。`,
    guessed: '不选择时，会根据图片自动判断。',
    upload: '上传皮肤',
    remove: '移除皮肤',
  },
  cape: {
    heading: '披风',
    file: '披风文件',
    sizes: (scale) => `64×32 或 22×17 像素的 PNG 图片${larger(scale)}，不超过 1 MiB。`,
    worn: '您的披风',
    upload: '上传披风',
    remove: '移除披风',
  },
  former: {
    heading: '以前的皮肤',
    explanation: '您最近换下的八个皮肤。',
    until: (at) => `使用至 ${day.format(at)}`,
    again: '再次使用',
    gone: '这个皮肤已不再保存。请选择其他皮肤，或重新上传。',
  },
  problems: {
    texture_missing: '请先选择文件。',
    texture_malformed: '该文件不是 PNG 图片，或已损坏。请另存为 PNG 后重试。',
    texture_animated: '不支持动态图片。请将单张图片另存为 PNG 后重试。',
    texture_size_unknown: '图片尺寸不正确。未做任何更改。',
    texture_too_large: '文件超过 1 MiB。请缩小后重试。',
  },
  tooMany: (seconds) => `上传次数过多，请在 ${seconds} 秒后重试。`,
  flash: {
    skinWorn: '已换上新皮肤。您重新进入服务器后，其他玩家就能看到。',
    skinRemoved: '皮肤已移除。',
    capeWorn: '已换上新披风。您重新进入服务器后，其他玩家就能看到。',
    capeRemoved: '披风已移除。',
  },
}

function larger(scale: number): string {
  return scale > 1 ? `（最大 ${scale} 倍）` : ''
}
