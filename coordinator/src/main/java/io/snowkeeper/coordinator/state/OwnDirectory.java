package io.snowkeeper.coordinator.state;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory for files of this process alone. A new directory belongs to the owner alone; an existing one is not
 * changed, but refused where another user could have made it, or could exchange files in it.
 *
 * <p>Root may do anything, so root's files are as good as ours. On a mounted volume, access is decided by the mount:
 * containers find volumes of any owner, and open to all. File systems without owners and rights are used as they are.
 */
public final class OwnDirectory {

    private static final Logger log = LoggerFactory.getLogger(OwnDirectory.class);

    /** File systems whose owners and rights are those of the mount, not those that were set. */
    private static final Set<String> WITHOUT_RIGHTS = Set.of(
            "vfat", "msdos", "exfat", "ntfs", "ntfs3", "fuseblk", "9p", "drvfs", "cifs", "smb3", "smbfs", "vboxsf",
            "prl_fs");

    private static final int WRITABLE_BY_ALL = 0002;
    private static final int STICKY = 01000;

    private static final Set<PosixFilePermission> OWNER_ALONE = PosixFilePermissions.fromString("rwx------");
    private static final FileAttribute<?>[] DIRECTORY_RIGHTS = {PosixFilePermissions.asFileAttribute(OWNER_ALONE)};
    private static final FileAttribute<?>[] FILE_RIGHTS = {
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
    };

    private final Users users;

    OwnDirectory(Users users) {
        this.users = users;
    }

    /**
     * Makes a directory, and those above it, where they are missing.
     *
     * @throws UnsafeDirectoryException if another user could have made it, or could exchange files in it
     * @throws IOException if it cannot be made or looked at
     */
    public static void prepare(Path directory) throws IOException {
        new OwnDirectory(Users.OF_THIS_MACHINE).make(directory.toAbsolutePath().normalize());
    }

    /**
     * Looks whether a directory that is not there could be made, and makes nothing.
     *
     * @throws UnsafeDirectoryException as {@link #prepare} does
     * @throws IOException if it could not be made, or cannot be looked at
     */
    static void requireCreatable(Path directory) throws IOException {
        if (hasRights(directory)) {
            new OwnDirectory(Users.OF_THIS_MACHINE).requireSafe(directory);
        }
        Path above = directory;
        while (above != null && !Files.exists(above)) {
            above = above.getParent();
        }
        if (above != null && !Files.isDirectory(above)) {
            throw new FileAlreadyExistsException(above.toString());
        }
        if (above == null || !Files.isWritable(above)) {
            throw new AccessDeniedException(String.valueOf(above));
        }
    }

    /** Makes a directory that this program alone uses, or removes other users' rights to it. */
    public static void closeToOthers(Path directory) throws IOException {
        if (!hasRights(directory)) {
            return;
        }
        makeMissing(directory);
        Set<PosixFilePermission> present = Files.getPosixFilePermissions(directory);
        if (present.equals(OWNER_ALONE)) {
            return;
        }
        try {
            Files.setPosixFilePermissions(directory, OWNER_ALONE);
            log.info(
                    "{} was open to other users, and is closed to them now: its rights were {}",
                    directory,
                    PosixFilePermissions.toString(present));
        } catch (IOException e) {
            log.warn("{} is open to other users, and cannot be closed to them: {}", directory, e.toString());
        }
    }

    void make(Path directory) throws IOException {
        if (!hasRights(directory)) {
            Files.createDirectories(directory);
            return;
        }
        requireSafe(directory);
        makeMissing(directory);
        // Another process may have been faster; and the path may lead over links.
        requireSafe(directory);
        requireSafe(directory.toRealPath());
    }

    /** Returns the attributes of a new file that make it the owner's alone. */
    public static FileAttribute<?>[] fileRights(Path file) {
        return hasRights(file) ? FILE_RIGHTS.clone() : new FileAttribute<?>[0];
    }

    private static boolean hasRights(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    private static void makeMissing(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path parent = directory.getParent();
        if (parent != null && !Files.exists(parent)) {
            makeMissing(parent);
        }
        try {
            Files.createDirectory(directory, DIRECTORY_RIGHTS);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory)) {
                throw e;
            }
        }
    }

    private void requireSafe(Path directory) throws IOException {
        if (Files.isDirectory(directory)
                && !Files.isSymbolicLink(directory)
                && isOnUnixFileSystem(directory)
                && !MountPoints.contain(directory)) {
            if (!users.mayBeTrusted(owner(directory))) {
                throw new UnsafeDirectoryException(
                        directory,
                        "the directory belongs to another user, %s, who may change its content; choose another one, or give it to the user of this process by chown"
                                .formatted(Files.getOwner(directory)));
            }
            if ((mode(directory) & WRITABLE_BY_ALL) != 0) {
                throw writableByAll(directory);
            }
        }
        for (Path at = directory; at != null && at.getParent() != null; at = at.getParent()) {
            requireSafeStep(at, at.getParent());
        }
    }

    /** Checks whether another user may have made the file at the place, or may replace it. */
    private void requireSafeStep(Path at, Path parent) throws IOException {
        boolean exists = Files.exists(at, LinkOption.NOFOLLOW_LINKS);
        boolean ours = !exists || users.mayBeTrusted(owner(at, LinkOption.NOFOLLOW_LINKS));
        if (!ours && Files.isSymbolicLink(at)) {
            throw new UnsafeDirectoryException(
                    at,
                    "it is a symbolic link that another user, %s, has made; remove it, or choose another directory"
                            .formatted(Files.getOwner(at, LinkOption.NOFOLLOW_LINKS)));
        }
        if (!Files.isDirectory(parent) || (mode(parent) & WRITABLE_BY_ALL) == 0 || !isOnUnixFileSystem(parent)) {
            return;
        }
        if ((mode(parent) & STICKY) == 0) {
            if (!MountPoints.contain(parent)) {
                throw writableByAll(parent);
            }
        } else if (!ours && !MountPoints.contain(at)) {
            throw new UnsafeDirectoryException(
                    at,
                    "another user, %s, has made it in a directory that all users may write to; choose another directory"
                            .formatted(Files.getOwner(at)));
        }
    }

    private static UnsafeDirectoryException writableByAll(Path directory) {
        return new UnsafeDirectoryException(
                directory,
                "all users may write to this directory, and exchange its content; remove that right by chmod o-w, or choose another directory");
    }

    private static boolean isOnUnixFileSystem(Path directory) {
        try {
            return !WITHOUT_RIGHTS.contains(Files.getFileStore(directory).type());
        } catch (IOException e) {
            log.debug("its file system is not known, as below a root that is not mounted", e);
            return true;
        }
    }

    private static int owner(Path path, LinkOption... options) throws IOException {
        return (Integer) Files.getAttribute(path, "unix:uid", options);
    }

    private static int mode(Path path) throws IOException {
        return (Integer) Files.getAttribute(path, "unix:mode");
    }
}
