/** Names of files with secret content by convention; `*` is any text, case is ignored. */
const names = [
  '.env .env.* *.env *.env.local *.env.*.local .envrc',
  '*.pem *.key *.p12 *.pfx *.p8 *.jks *.keystore *.ppk *.kdbx *.ovpn *.asc *.gpg',
  'id_rsa id_dsa id_ecdsa id_ed25519 id_*_sk',
  '.netrc _netrc netrc .npmrc .yarnrc.yml .pypirc .my.cnf .pgpass pgpass .vault_pass vault_pass',
  '.git-credentials git-credentials .htpasswd htpasswd .dockercfg .dockerconfigjson',
  'kubeconfig *.kubeconfig .terraformrc terraform.rc *.tfvars *.tfvars.json *.tfstate *.tfstate.backup',
  'credentials secrets credentials.data secrets.data .credentials.data *.secret *.secrets',
  'service-account*.json service_account*.json client_secret*.json auth.json',
  'application_default_credentials.json .mcp.json .claude.json .boto .s3cfg rclone.conf wp-config.php',
  '.*_history .history .zhistory fish_history consolehost_history.txt',
];
/** Files that hold secrets only in these folders. */
const places = [
  '.git/config .git/config.worktree .git/modules/*/config .git/worktrees/*/config.worktree',
  'gh/hosts.yml glab-cli/config.yml .m2/settings.xml .m2/settings-security.xml',
  '.gradle/gradle.properties .bundle/config',
];
/** Names that code files without secrets may also have. */
const doubtful = ['credentials.* .credentials.* secret.* secrets.*'];
/** Names of files made for sharing, although they resemble those above. */
const open = ['.env.example .env.sample .env.template .env.dist'];
/** Folders that hold only secrets. */
const folders = new Set(['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.gcloud']);

const secretName = new RegExp(`^(?:${toPattern(names)})$`);
const secretPlace = new RegExp(`(?:^|/)(?:${toPattern(places)})$`);
const doubtfulName = new RegExp(`^(?:${toPattern(doubtful)})$`);
const openName = new RegExp(`^(?:${toPattern(open)})$`);

/** Marks by which editors and people name copies, as patterns of the mark and the name within. */
const copies = [
  /^(.+)~$/,
  /^(.+)\.~\d+$/,
  /^(.+)[._-](?:old|bak|back|backup|orig|original|save|saved|copy|prev|tmp|temp|rej|disabled)\d*$/,
  /^(.+)\.\d+$/,
  /^\.(.+)\.sw[a-p]$/,
  /^(.+)\.sw[a-p]$/,
  /^#(.+)#$/,
  /^\.#(.+)$/,
];
/** Mark of a copy before the extension: `a copy 2.json`, `a (1).json`, `a - Copy.json`. */
const copyInside = /(?: copy(?: \d+)?| - copy(?: \(\d+\))?| \(\d+\))(?=\.[^.]*$|$)/;
/** Copies of copies that are looked through. */
const deepest = 4;

/**
 * Checks whether a file's name marks its content as secret: keys, passwords, environments. A copy
 * is as secret as the file that it was made of.
 * @param path with `/` or `\`
 */
export function isSecretFile(path: string): boolean {
  const { name, parents } = partsOf(path);
  if (parents.some(part => folders.has(part))) {
    return true;
  }
  const folder = parents.map(part => `${part}/`).join('');
  const candidates = originals(name);
  return (
    candidates.some(one => secretName.test(one) || secretPlace.test(folder + one)) &&
    !candidates.some(one => openName.test(one))
  );
}

/** Works like `isSecretFile`, but includes code whose name suggests secrets. */
export function mayHoldSecrets(path: string): boolean {
  return isSecretFile(path) || originals(partsOf(path).name).some(one => doubtfulName.test(one));
}

/** Returns the name, and the names of files that it may be a copy of. */
function originals(name: string): readonly string[] {
  const found = new Set([name]);
  let last: readonly string[] = [name];
  for (let depth = 0; depth < deepest; depth++) {
    last = last.flatMap(one => [
      ...copies.flatMap(copy => copy.exec(one)?.[1] ?? []),
      ...(copyInside.test(one) ? [one.replace(copyInside, '')] : []),
    ]);
    for (const one of last) {
      found.add(one);
    }
  }
  return [...found];
}

function partsOf(path: string): { name: string; parents: readonly string[] } {
  const parents = path.toLowerCase().split(/[\\/]/);
  return { name: parents.pop() ?? '', parents };
}

function toPattern(lines: readonly string[]): string {
  const alternatives = lines
    .flatMap(line => line.split(' '))
    .map(name =>
      name
        .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll('*', '.*')
        .replace('\\.data', '\\.(?:json|ya?ml|toml|ini|env|txt|xml|cfg|conf|properties)'),
    );
  return alternatives.join('|');
}
