import type { community as original } from '../en/community.ts'

export const community: typeof original = {
  about: '在此选择的内容会立即显示在所有页面和邮件中。',
  name: '名称',
  accent: '主题色',
  logo: '标志',
  logoNow: '每个页面上的图片',
  welcome: '欢迎词',
  rules: '规则',
  links: '链接',
  hints: {
    name: (otherwise) => `服务在页面、启动器和邮件中的名称。留空：${otherwise}。`,
    accent: (otherwise) => `六位十六进制数字，用于链接和按钮。留空：${otherwise}。`,
    logo: '不超过 16 KiB、每边不超过 512 像素的 PNG。',
    welcome: '首页顶部的纯文本，最多 1000 个字符。',
    rules: '首页上的纯文本，最多 5000 个字符。',
    links: '每行一个，最多 12 个：https: 地址、空格和标题。',
  },
  fixed: (variable) => `环境变量 ${variable} 已设置，并优先生效。`,
  save: '保存',
  removeLogo: '移除标志',
  problems: {
    name: '未作更改：名称须为单行的 1 到 64 个字符。',
    accent: '未作更改：请用六位十六进制数字填写颜色，例如 1f7a5c。',
    logo: '未作更改：请选择不超过 16 KiB、每边不超过 512 像素的 PNG。',
    welcome: '未作更改：欢迎词超过 1000 个字符，或包含控制字符。',
    rules: '未作更改：规则超过 5000 个字符，或包含控制字符。',
    links: '未作更改：最多 12 个链接，每行一个：https: 地址、空格和不超过 64 个字符的标题。',
    changed: '未作更改：其他管理员已更改设置。请比较后再次保存。',
  },
  flash: {
    saved: '设置已保存。',
    logoRemoved: '标志已移除。',
  },
}
