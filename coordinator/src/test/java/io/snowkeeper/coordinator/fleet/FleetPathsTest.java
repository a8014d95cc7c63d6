package io.snowkeeper.coordinator.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FleetPathsTest {

    @Test
    void theTicketIsTheEndOfTheClaimsName() {
        assertThat(FleetPaths.ticketOf("_c_5c9a-claim-0000000042")).isEqualTo(42);
    }

    @Test
    void aTicketMayHaveWrapped() {
        assertThat(FleetPaths.ticketOf("_c_5c9a-claim--2147483648")).isEqualTo(Integer.MIN_VALUE);
    }

    @Test
    void aSlotIsNamedByItsWorkerId() {
        assertThat(FleetPaths.slot(17)).isEqualTo("/workers/17");
    }

    @Test
    void aClaimIsBelowTheClaims() {
        assertThat(FleetPaths.claim("claim-0000000001")).isEqualTo("/claims/claim-0000000001");
    }
}
