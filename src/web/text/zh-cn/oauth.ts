import { instantIn } from '../../../lib/text/intl.ts'
import type { oauth as original } from '../en/oauth.ts'

const instant = instantIn('zh-CN')

export const oauth: typeof original = {
  allowHeading: (application) => `是否允许 ${application}？`,
  asks: (application, username) => `${application} 希望对您的账号 ${username} 进行以下操作：`,
  rights: {
    identity: '在您再次使用时认出您',
    profile: '查看您的用户名、皮肤和语言',
    groups: '查看您所属的用户组',
    email: '查看您的电子邮箱',
    join: '以您的身份加入游戏服务器',
    write: '更改您的用户名、皮肤和披风',
    offline: '保持连接，直到您将其移除',
  },
  allow: '允许',
  deny: '拒绝',
  goesTo: '之后您将返回',
  members: {
    heading: (application) => `您不能登录 ${application}`,
    advice: '只有特定用户组的成员可以登录。如需访问，请联系管理员。',
    back: '返回',
  },
  wrong: {
    heading: '应用的请求有误',
    advice: '请返回应用重试。如果仍然如此，请告知应用的开发者。',
    forDevelopers: '供开发者参考：',
  },
  device: {
    heading: '连接设备',
    code: '代码',
    hint: '启动器或设备上显示的八个字母。不区分大小写，连字符可有可无。',
    submit: '继续',
    unknown: '代码错误、已被使用或已过期。请检查代码，或在设备上获取新的代码。',
    tooMany: (waitMinutes) => `尝试次数过多。请在 ${waitMinutes} 分钟后重试。`,
    compare: '您的设备应显示此代码：',
    caution: '这个代码或链接是别人发给您的吗？请选择“拒绝”：否则对方能以您的身份进行游戏。',
    connected: '设备已连接',
    connectedAdvice: '您可以关闭此页面，回到设备上继续。',
    manage: '查看或移除您的授权',
    refused: '已拒绝设备',
    refusedAdvice: '它无法进行任何操作。您可以关闭此页面。',
  },
  applications: {
    none: '您尚未授权任何应用。',
    since: (at) => `自 ${instant(at)}`,
    remove: (application) => `移除：${application}`,
  },
  flash: {
    signInFirst: '请登录以连接设备。',
    removed: '已移除：该应用已退出登录，无法再进行任何操作。',
  },
}
