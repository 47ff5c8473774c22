/** Names of files whose content is secret; `*` is any text, letters in any case. */
const names = [
  ...['.env', '.env.*', '*.env', '.envrc'],
  ...[
    '*.pem',
    '*.key',
    '*.p12',
    '*.pfx',
    '*.p8',
    '*.jks',
    '*.keystore',
    '*.ppk',
    '*.kdbx',
    '*.ovpn',
  ],
  ...['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519', 'id_*_sk'],
  ...[
    '.netrc',
    '_netrc',
    '.npmrc',
    '.yarnrc.yml',
    '.pypirc',
    '.git-credentials',
    '.pgpass',
    '.my.cnf',
  ],
  ...['.htpasswd', '.dockercfg', '.dockerconfigjson', 'kubeconfig', '*.kubeconfig', '.terraformrc'],
  ...[
    'credentials',
    'credentials.*',
    '.credentials.*',
    'secret.*',
    'secrets.*',
    '*.secret',
    '*.secrets',
  ],
  ...['*.tfvars', '*.tfvars.json', '*.tfstate', '*.tfstate.backup', 'terraform.rc'],
  ...['service-account*.json', 'service_account*.json', 'client_secret*.json', 'auth.json'],
];

/** Folders that hold nothing else. */
const folders = ['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.gcloud'];

/** Made to be shared, though their names are like those above. */
const open = ['.env.example', '.env.sample', '.env.template', '.env.dist', '.env.schema'];

const secretName = new RegExp(`^(?:${names.map(toPattern).join('|')})$`, 'i');

/**
 * Whether the name of a file says that its content is secret: keys, passwords, environments.
 * @param path with `/` or `\`
 */
export function isSecretFile(path: string): boolean {
  const parts = path.toLowerCase().split(/[\\/]/);
  const name = parts.pop() ?? '';
  return (
    parts.some(part => folders.includes(part)) || (secretName.test(name) && !open.includes(name))
  );
}

function toPattern(name: string): string {
  return name
    .split('*')
    .map(part => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
}
