package streamerapi.erasure;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;

import java.util.List;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

/// Answers that name a person who is erased, without the person.
@NullMarked
class PersonTest {

    private final Person person = new Person(Set.of("alpha:4711"), Set.of("ada", "ada lovelace"), "donor");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'tips':[{'order_id':'t1','name':'Ada'},{'order_id':'t2','name':'Bob'}]}"
                        + " | {'tips':[{'order_id':'t1','name':'Anonymous'},{'order_id':'t2','name':'Bob'}]}",
                "{'platform':'alpha','user_id':'4711','user_name':'Ada','message':'Hi','amount':5}"
                        + " | {'platform':null,'user_id':null,'user_name':'Anonymous','message':null,'amount':5}",
                "{'user_name':'Bob','gift_recipients':['ADA','Eve'],'total':2}"
                        + " | {'user_name':'Bob','gift_recipients':['Anonymous','Eve'],'total':2}",
                "{'user_name':'Ada','gift_recipients':['Ada Lovelace',null]}"
                        + " | {'user_name':'Anonymous','gift_recipients':['Anonymous',null]}",
                "{'command':'hug','args':'ada','more':null} | {'command':'hug','args':'Anonymous','more':null}",
                "{'command':'hug','args':['@Ada','hello']} | {'command':'hug','args':['Anonymous','hello']}",
                "{'user_name':'ＡＤＡ','total':2} | {'user_name':'Anonymous','total':2}",
            })
    void theAnswerIsAsItWasWithoutThePerson(String before, String after) {
        Object answer = Json.read(before.replace('\'', '"'));
        assertThat(person.isIn(answer)).isTrue();
        Object erased = person.erasedFrom(answer);
        assertThat(erased).isEqualTo(Json.read(after.replace('\'', '"')));
        assertThat(person.isIn(erased)).isFalse();
    }

    @Test
    void aNameIsFoundHoweverItsLettersAreComposed() {
        Row note = Row.of(PeopleKeys.erasure("t_1", "e_1"))
                .with(Person.ACCOUNTS, List.of("alpha:4711"))
                .with(Person.NAMES, List.of("Ren\u00e9e"));
        Person renee = Person.of(note);

        assertThat(renee.isInText("You said hello to Rene\u0301e")).isTrue();
        assertThat(renee.isCalled("RENE\u0301E")).isTrue();
        assertThat(renee.isCalled("Renee")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "花子, 花子さんこんにちは, true",
        "花子, 太郎さんこんにちは, false",
        "민준, 안녕 민준, true",
        "花, 花火, false",
        "al, also, false",
        "ada, Hi ADA!, true"
    })
    void aNameIsLookedForInTextsIfItSaysEnough(String name, String text, boolean isFound) {
        assertThat(new Person(Set.of("alpha:1"), Set.of(name), "donor").isInText(text))
                .isEqualTo(isFound);
    }

    @Test
    void whoHasAnotherAccountStaysUnderTheSameName() {
        Object other = Json.read("{\"platform\":\"alpha\",\"user_id\":\"1\",\"user_name\":\"Ada\"}");
        assertThat(person.isIn(other)).isFalse();
        assertThat(person.erasedFrom(other)).isEqualTo(other);
    }
}
