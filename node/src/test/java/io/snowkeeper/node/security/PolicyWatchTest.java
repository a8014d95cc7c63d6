package io.snowkeeper.node.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.snowkeeper.node.access.TestPolicy;
import io.snowkeeper.testkit.log.LogCapture;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyWatchTest {

    @TempDir
    private Path folder;

    /** The stopwatch of quotas. */
    private final AtomicLong nanos = new AtomicLong();

    private FileWatch<?, Policy> watch(String... subjects) {
        return Policy.watch(TestPolicy.file(folder, subjects), nanos::get);
    }

    private static String limited(int rate) {
        return TestPolicy.limited(rate, TestPolicy.anonymous("ids"));
    }

    @Test
    void whatTwoLooksInARowHaveFoundIsInForce() {
        FileWatch<?, Policy> watch = watch(TestPolicy.anonymous());
        TestPolicy.file(folder, TestPolicy.anonymous("ids"));
        Policy before = watch.inForce();

        watch.look();
        assertThat(watch.inForce()).isSameAs(before);
        watch.look();

        assertThat(watch.inForce().anonymous())
                .map(anonymous -> anonymous.rights().allowIds())
                .contains(true);
    }

    @Test
    void aFileThatStaysAsItIsMakesNoNewPolicy() {
        FileWatch<?, Policy> watch = watch(TestPolicy.anonymous());
        Policy before = watch.inForce();

        watch.look();
        watch.look();

        assertThat(watch.inForce()).isSameAs(before);
    }

    @Test
    void whatCannotBeUsedIsToldOnceAndThePolicyFromBeforeStays() throws IOException {
        FileWatch<?, Policy> watch = watch(TestPolicy.anonymous("ids"));
        Policy before = watch.inForce();
        Path file = Files.writeString(folder.resolve("policy.json"), "{\"subjects\": [{}]}");

        try (LogCapture log = LogCapture.of(FileWatch.class.getName())) {
            for (int i = 0; i < 4; i++) {
                watch.look();
            }
            Files.delete(file);
            for (int i = 0; i < 4; i++) {
                watch.look();
            }

            assertThat(log.linesFrom(Level.ERROR))
                    .hasSize(2)
                    .first()
                    .asString()
                    .startsWith(
                            "policy: the file has changed and cannot be used, so its former content stays in force; mend it before the next start, which would fail: "
                                    + file + ": subjects[0].rights must be");
            assertThat(log.linesFrom(Level.ERROR).get(1)).contains("cannot be read");
        }
        assertThat(watch.inForce()).isSameAs(before);
    }

    @Test
    void aPipeOrADeviceInItsPlaceHoldsUpNobodyAndTheNextPolicyIsTakenUp() throws Exception {
        FileWatch<?, Policy> watch = watch(TestPolicy.anonymous("ids"));
        Policy before = watch.inForce();
        Path file = folder.resolve("policy.json");

        try (LogCapture log = LogCapture.of(FileWatch.class.getName())) {
            Files.delete(file);
            assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                    .isZero();
            watch.look();
            watch.look();
            Files.delete(file);
            Files.createSymbolicLink(file, Path.of("/dev/zero"));
            watch.look();
            watch.look();

            assertThat(log.linesFrom(Level.ERROR))
                    .singleElement()
                    .asString()
                    .endsWith("cannot be read: java.nio.file.FileSystemException: " + file + ": is not a regular file");
        }
        assertThat(watch.inForce()).isSameAs(before);
        Files.delete(file);
        Path secret = TestPolicy.file(Files.createDirectory(folder.resolve("..data")), TestPolicy.anonymous());
        Files.createSymbolicLink(file, secret);
        watch.look();
        watch.look();
        assertThat(watch.inForce()).isNotSameAs(before);
    }

    @Test
    void aPolicyThatIsTooLongIsNotReadToItsEnd() throws IOException {
        Path file = folder.resolve("policy.json");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(1L << 40);
        }

        assertThatThrownBy(() -> Policy.watch(file, nanos::get))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(file + ": a policy must have at most 1048576 bytes: " + file);
    }

    @Test
    void anErrorIsLoggedOnceAMinuteAndIsNotTheEndOfTheWatch() {
        AtomicInteger errors = new AtomicInteger(3);
        FileWatch<?, Policy> watch = Policy.watch(TestPolicy.file(folder, TestPolicy.anonymous()), () -> {
            if (errors.getAndDecrement() > 0) {
                throw new StackOverflowError();
            }
            return 0;
        });
        TestPolicy.file(folder, limited(1));

        try (LogCapture log = LogCapture.of(FileWatch.class.getName())) {
            for (int i = 0; i < 5; i++) {
                watch.lookSafely();
            }

            assertThat(log.linesFrom(Level.ERROR))
                    .containsExactly("policy: the file could not be checked, its former content stays in force");
        }
        assertThat(watch.inForce().anonymous().flatMap(PolicySubject::quota)).isPresent();
    }

    @Test
    void aChangeOfThePolicyGivesNobodyHisQuotaAnew() {
        FileWatch<?, Policy> watch = watch(limited(1));
        assertThat(quota(watch).take()).isTrue();
        TestPolicy.file(folder, limited(1), TestPolicy.subject("billing", TestPolicy.TOKEN, "ids"));
        watch.look();
        watch.look();

        assertThat(watch.inForce().subjects()).hasSize(2);
        assertThat(quota(watch).take()).isFalse();

        TestPolicy.file(folder, limited(2));
        watch.look();
        watch.look();
        assertThat(quota(watch).take()).isTrue();
    }

    @Test
    void aQuotaThatIsUsedUpTellsWhenItHasMoreAndHasItThen() {
        SubjectQuota quota = quota(watch(limited(2)));
        assertThat(quota.take()).isTrue();
        assertThat(quota.take()).isTrue();
        assertThat(quota.take()).isFalse();
        assertThat(quota.refuse())
                .startsWith("rate of 2 requests/s of subject ")
                .endsWith(", retry in 501 ms");

        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(501));
        assertThat(quota.isUsedUp()).isFalse();
        assertThat(quota.take()).isTrue();
        assertThat(quota.take()).isFalse();
    }

    private static SubjectQuota quota(FileWatch<?, Policy> watch) {
        return watch.inForce().anonymous().flatMap(PolicySubject::quota).orElseThrow();
    }

    @Test
    void aPolicyThatCannotBeUsedAtTheStartIsRefusedWithItsFile() throws IOException {
        Path wrong = Files.writeString(folder.resolve("wrong.json"), "{}");
        Path missing = folder.resolve("missing.json");

        assertThatThrownBy(() -> Policy.watch(wrong, nanos::get))
                .hasMessage(wrong + ": subjects must be an array of objects");
        assertThatThrownBy(() -> Policy.watch(missing, nanos::get))
                .hasMessageStartingWith(missing + ": cannot be read: ");
    }
}
