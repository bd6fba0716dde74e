# Sourced by the scripts: installs Debian packages that are missing, or says how.

as_root() {
  if [[ $(id -u) == 0 ]]; then
    "$@"
  else
    sudo -n "$@"
  fi
}

# need SIGN:PACKAGE...: a package is missing when its sign, a command or a path, is.
need() {
  local pair sign missing=()
  for pair in "$@"; do
    sign=${pair%:*}
    case $sign in
      /*) [[ ! -e $sign ]] || continue ;;
      *) ! command -v "$sign" >/dev/null || continue ;;
    esac
    missing+=("${pair##*:}")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  if ! command -v apt-get >/dev/null; then
    echo "Missing, by Debian's names: ${missing[*]}. Install them with your package manager." >&2
    return 1
  fi
  if [[ $(id -u) != 0 ]] && ! sudo -n true 2>/dev/null; then
    echo "Missing: ${missing[*]}. Run as root:" \
      "apt-get update && apt-get install -y ${missing[*]}" >&2
    return 1
  fi
  echo "Installing ${missing[*]}" >&2
  # The package lists may be absent or old: they are fetched when the first attempt fails.
  install_packages "${missing[@]}" 2>/dev/null ||
    { as_root apt-get update -qq && install_packages "${missing[@]}"; }
}

install_packages() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" \
    </dev/null >/dev/null
}
