package io.snowkeeper.modular;

import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.embedded.LeasedIdsOptions;

/** A program on the class path, whose libraries are modules: it sees the types that they export. */
public final class Member {

    private Member() {}

    /**
     * Prints the module that ids are of, and whether it got one.
     *
     * @param arguments where the fleet is
     */
    public static void main(String[] arguments) {
        LeasedIdsOptions options = LeasedIdsOptions.builder("n1").build();
        try (LeasedIds ids = LeasedIds.join(arguments[0], options)) {
            System.out.println(LeasedIds.class.getModule().getName() + " " + (ids.next() > 0));
        }
    }
}
