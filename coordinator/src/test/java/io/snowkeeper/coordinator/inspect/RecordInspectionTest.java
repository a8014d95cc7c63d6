package io.snowkeeper.coordinator.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.memory.MemoryStore;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.Environment;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordInspectionTest {

    private final MemoryStore store = new MemoryEnsemble().client();
    private final RecordInspection records = new RecordInspection(store, Environment.REAL, Duration.ofSeconds(10));

    @BeforeEach
    void makeRecords() {
        store.start();
        assertThat(store.session().ensure("/workers")).isCompleted();
        write("/fleet", "{}");
        Stream.of("10", "9", "lost+found", "2").forEach(name -> write("/workers/" + name, name));
        write("/workers/9/fence", "");
    }

    private void write(String path, String payload) {
        assertThat(store.session().write(List.of(new Change.Create(path, payload.getBytes(UTF_8)))))
                .isCompleted();
    }

    private static List<String> paths(RecordTree tree) {
        return tree.records().stream().map(RecordTree.Branch::path).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/workers/9", "workers/9", "/workers/9/"})
    void aRecordIsReadByItsPathBelowTheRoot(String path) throws Exception {
        assertThat(records.read(path)).hasValueSatisfying(record -> {
            assertThat(record.payload()).asString().isEqualTo("9");
            assertThat(record.stamp().children()).isEqualTo(1);
        });
    }

    @Test
    void whatIsNotThereIsEmpty() throws Exception {
        assertThat(records.read("/nothing")).isEmpty();
        assertThat(records.children("/nothing")).isEmpty();
        assertThat(records.tree("/nothing", 1, 1)).isEmpty();
    }

    @Test
    void childrenComeByNumberAndThenByName() throws Exception {
        assertThat(records.children("/workers")).contains(List.of("2", "9", "10", "lost+found"));
    }

    @Test
    void aTreeHasEachRecordBeforeItsChildren() throws Exception {
        RecordTree tree = records.tree("/", Integer.MAX_VALUE, 100).orElseThrow();

        assertThat(paths(tree))
                .containsExactly(
                        "",
                        "/fleet",
                        "/workers",
                        "/workers/2",
                        "/workers/9",
                        "/workers/9/fence",
                        "/workers/10",
                        "/workers/lost+found");
        assertThat(tree.whole()).isTrue();
    }

    @Test
    void aTreeIsAsDeepAsItIsWanted() throws Exception {
        assertThat(paths(records.tree("/", 1, 100).orElseThrow())).containsExactly("", "/fleet", "/workers");
    }

    @Test
    void aTreeThatHasAsManyRecordsAsAreWantedIsWhole() throws Exception {
        assertThat(records.tree("/workers", 9, 6).orElseThrow().whole()).isTrue();
    }

    @Test
    void ofALargerTreeTheBeginningIsRead() throws Exception {
        RecordTree tree = records.tree("/workers", 9, 3).orElseThrow();

        assertThat(paths(tree)).containsExactly("/workers", "/workers/2", "/workers/9");
        assertThat(tree.whole()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/workers/../fleet", "..", "/a//b", "/./a", "/a\u0000b", "/a\nb", "//"})
    void whatIsNoPathIsRefused(String path) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> records.read(path))
                .withMessage("must be a path below the fleet's root, such as /workers/17: path=" + path);
    }

    @Test
    void aStoreThatIsAwayIsTold() {
        store.cut();

        assertThatExceptionOfType(CoordinatorUnavailableException.class).isThrownBy(() -> records.read("/fleet"));
    }
}
