#!/bin/sh
# Installs the packages of a build in a bare Debian 12, and tries them there: bare_debian.sh BUILD FOLDER, as root. debootstrap makes the
# system in FOLDER, unless it is there.
set -eu
build=$1 folder=$2
[ -e "$folder/usr/bin/apt-get" ] || debootstrap --variant=minbase bookworm "$folder" http://deb.debian.org/debian
rm -rf "$folder/packages"
cpack --config "$build/CPackConfig.cmake" -B "$folder/packages"
cat > "$folder/try.sh" <<'END'
set -eux
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
apt-get update -qq
apt-get install -y -qq --no-install-recommends ./packages/*.deb
kintree --version
kintree verify --plugin aba --trees 5
python3 -c 'import kintree; print(kintree.Model.random(seed=1), len(kintree.plugins()), "plugins")'
apt-get install -y -qq --no-install-recommends cmake g++ make
rm -rf sample
cp -r /usr/share/kintree/template/ctest sample
cmake -S sample -B sample/build
cmake --build sample/build
ctest --test-dir sample/build
END
exec unshare --mount sh -c 'mount -t proc proc "$1/proc" && exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin sh try.sh' sh "$folder"
