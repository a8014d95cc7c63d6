package io.snowkeeper.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EpochFormatTest {

    @ParameterizedTest
    @CsvSource({
        "twitter, 2010-11-04T01:42:54.657Z",
        "leaf, 2010-11-04T01:42:54.657Z",
        "discord, 2015-01-01T00:00:00Z",
        "instagram, 2011-08-24T21:07:01.721Z",
        "sonyflake, 2014-09-01T00:00:00Z",
        "tsid, 2020-01-01T00:00:00Z",
        "cosid, 2019-12-24T16:00:00Z",
        "baidu, 2016-05-19T16:00:00Z",
        "1288834974657, 2010-11-04T01:42:54.657Z",
        "0, 1970-01-01T00:00:00Z",
        "2024-01-01T00:00:00Z, 2024-01-01T00:00:00Z"
    })
    void readsNamesMillisecondsAndTimes(String text, Instant epoch) {
        assertThat(EpochFormat.parse(text)).contains(epoch);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Twitter", "facebook", "-1", "1e3", "2024-01-01", "1234567890123456"})
    void isNothingElse(String text) {
        assertThat(EpochFormat.parse(text)).isEmpty();
    }

    @Test
    void theRuleNamesThemAll() {
        assertThat(EpochFormat.RULE)
                .isEqualTo(
                        "must be a time in UTC, such as 2024-01-01T00:00:00Z, Unix milliseconds, or the name of one: "
                                + "baidu, cosid, discord, instagram, leaf, sonyflake, tsid, twitter");
    }
}
