package sample;

import io.snowkeeper.core.Layout;
import io.snowkeeper.core.SnowflakeGenerator;

/** Says whether ids of this process increase. */
class GeneratedIds {

    public static void main(String[] arguments) {
        SnowflakeGenerator ids = new SnowflakeGenerator(Layout.DEFAULT, 17);
        long first = ids.next();
        System.out.println(ids.next() > first);
    }
}
