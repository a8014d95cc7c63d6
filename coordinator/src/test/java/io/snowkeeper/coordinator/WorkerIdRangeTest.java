package io.snowkeeper.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.core.Layout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerIdRangeTest {

    @Test
    void isReadAsItIsWritten() {
        WorkerIdRange range = WorkerIdRange.parse("512-1023");

        assertThat(range).isEqualTo(new WorkerIdRange(512, 1023)).hasToString("512-1023");
        assertThat(range.size()).isEqualTo(512);
    }

    @Test
    void holdsItsEndsAndWhatIsBetween() {
        WorkerIdRange range = new WorkerIdRange(3, 5);

        assertThat(range.contains(2)).isFalse();
        assertThat(range.contains(3)).isTrue();
        assertThat(range.contains(5)).isTrue();
        assertThat(range.contains(6)).isFalse();
    }

    @Test
    void allAreThoseOfTheLayout() {
        assertThat(WorkerIdRange.all(Layout.DEFAULT)).isEqualTo(new WorkerIdRange(0, 1023));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "512", "512-", "-512", "512..1023", "1-2-3", "a-b", "100000-100001"})
    void refusesWhatIsNone(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WorkerIdRange.parse(text))
                .withMessage("must be the first and the last worker id, such as 512-1023: workerRange=" + text);
    }

    @Test
    void refusesToEndBeforeItBegins() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WorkerIdRange.parse("7-6"))
                .withMessage("must be from a worker id to one that is not below it: workerRange=7-6");
    }
}
