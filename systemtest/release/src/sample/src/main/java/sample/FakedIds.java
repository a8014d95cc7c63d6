package sample;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.test.FakeIds;

/** Says whether ids of a test are known to it. */
class FakedIds {

    public static void main(String[] arguments) {
        Ids ids = new FakeIds(4711);
        System.out.println(ids.next() == 4711);
    }
}
