package io.snowkeeper.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A check of the rights of files with secrets. */
final class SecretFileCheck implements Check {

    private static final String CHECK = "file rights";

    /** The group may read them: that is how the owner, root, lets a service read. */
    private static final Set<PosixFilePermission> TOO_MUCH = EnumSet.of(
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.OTHERS_EXECUTE);

    private final Map<String, Path> files;

    /** @param files by the names of their options */
    SecretFileCheck(Map<String, Path> files) {
        this.files = files;
    }

    @Override
    public List<Finding> look() {
        return files.entrySet().stream()
                .map(file -> look(file.getKey(), file.getValue()))
                .toList();
    }

    private static Finding look(String option, Path file) {
        try {
            Set<PosixFilePermission> rights = Files.getPosixFilePermissions(file);
            String text = "%s %s has the rights %s".formatted(option, file, PosixFilePermissions.toString(rights));
            return rights.stream().anyMatch(TOO_MUCH::contains)
                    ? Finding.warning(CHECK, text + ": others may use its content; chmod 0600 " + file)
                    : Finding.ok(CHECK, text);
        } catch (UnsupportedOperationException e) {
            return Finding.ok(CHECK, "%s %s is on a file system without rights".formatted(option, file));
        } catch (NoSuchFileException e) {
            return Finding.failed(CHECK, "%s %s does not exist".formatted(option, file));
        } catch (IOException e) {
            return Finding.failed(CHECK, "%s %s cannot be checked: %s".formatted(option, file, e));
        }
    }
}
