package io.snowkeeper.releasetest.staged;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who builds the same sources elsewhere gets the same files, and so can see that ours are made from them. */
@ExtendWith(StagedTwice.Resolver.class)
class ReproducibleReleaseIT {

    @Test
    void twoBuildsInTwoFoldersAreEqualToTheLastByte(StagedTwice twice) throws IOException {
        assertThat(twice.one().digests())
                .hasSizeGreaterThan(20)
                .containsExactlyEntriesOf(twice.another().digests());
    }
}
