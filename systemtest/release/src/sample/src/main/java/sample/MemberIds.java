package sample;

import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.embedded.LeasedIdsOptions;

/** Says whether ids of a member increase. */
class MemberIds {

    public static void main(String[] arguments) {
        try (LeasedIds ids = LeasedIds.join(arguments[0], LeasedIdsOptions.named("sample"))) {
            long first = ids.next();
            System.out.println(ids.next() > first);
        }
    }
}
