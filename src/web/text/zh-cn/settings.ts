import { instantIn, pluralIn } from '../../../lib/text/intl.ts'
import type { settings as original } from '../en/settings.ts'

const instant = instantIn('zh-CN')
const minutes = pluralIn('zh-CN', { other: '分钟' })
const days = pluralIn('zh-CN', { other: '天' })

export const settings: typeof original = {
  currentPassword: '当前密码',
  wrongPassword: '密码不正确。没有任何更改。',
  codeInstead: '可代替密码：身份验证器应用当前显示的六位数字，或一个恢复码。',
  unchanged: '没有任何更改。请更正下面的内容后重试。',
  language: {
    submit: '保存',
    unknown: '请选择列表中的语言。',
  },
  password: {
    about: '您在此处保持登录，在其他所有设备上退出登录。',
    label: '新密码',
    submit: '更改密码',
  },
  username: {
    about: '您的世界、好友和皮肤都会保留：它们属于账号，而不是名字。',
    cooldown: (count) => `更改之后，至少 ${days(count)}内不能再次更改。`,
    nextChange: (at) => `${instant(at)} 之后可以再次更改。`,
    submit: '更改用户名',
    former: '曾用名',
    since: (at) => `自 ${instant(at)}`,
    problems: {
      vendorUnavailable: '未作更改：暂时无法确认此用户名是否可用。请稍后重试。',
      same: '这就是您现在的用户名。',
      tooSoon: '您最近已更改过用户名。请等到可以再次更改时再试。',
    },
  },
  export: {
    about:
      '您的账号所存储的全部数据（不含密码和机密信息），为一个 JSON 文件，其中包括最近 10,000 条历史记录。',
    submit: '下载',
    tooMany: (waitMinutes) => `下载次数过多，请在 ${minutes(waitMinutes)}后重试。`,
  },
  flash: {
    languageSaved: '页面和邮件现在使用简体中文。',
    passwordChanged: '密码已更改。您已在其他所有设备上退出登录。',
    usernameChanged: '用户名已更改。',
  },
}
