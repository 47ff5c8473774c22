import { rawBlock, text, toolUse } from '../../api/reply';
import type { Scenario } from './scenario';

/** WebFetch through the recording proxy, WebSearch with the API's own search, and a refusal. */
export const webTools: Scenario = async stage => {
  stage.api.onSide(/Web page content/, [
    text('The page says that **apples keep longest** in a cool and dark room.'),
  ]);
  stage.api.onSide(/web search|web_search/i, [
    [
      rawBlock({
        type: 'server_tool_use',
        id: 'srvtoolu_scripted_1',
        name: 'web_search',
        input: { query: 'how to keep apples' },
      }),
      rawBlock({
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_scripted_1',
        content: [
          {
            type: 'web_search_result',
            url: 'https://fruit.example/apples',
            title: 'Keeping apples through the winter',
            encrypted_content: 'c2NyaXB0ZWQ=',
            page_age: '3 days ago',
          },
          {
            type: 'web_search_result',
            url: 'https://cellar.example/rooms',
            title: 'Cool rooms & dark cellars',
            encrypted_content: 'c2NyaXB0ZWQ=',
            page_age: null,
          },
        ],
      }),
      text('Two pages tell how to keep apples.'),
    ],
  ]);
  const fetchPage = (url: string) =>
    toolUse('WebFetch', { url, prompt: 'How long do apples keep?' });
  await stage.turn('look it up', [
    fetchPage('https://fruit.example/apples'),
    fetchPage('https://fruit.example/missing'),
    toolUse('WebSearch', { query: 'how to keep apples' }),
    text('In a cool and dark room.'),
  ]);
  await stage.turn(
    'look where I refuse',
    [fetchPage('https://cellar.example/'), text('Then not.')],
    () => ({ behavior: 'deny', message: 'Not from that site.' }),
  );
};
